import { createServer, request, type Server as Proxy } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, Player, test } from './club'

/** A proxy that lets no WebSocket through, and no path that is named. */
async function proxy(to: string, stops: readonly string[]): Promise<{ url: string; passed: string[]; stop(): void }> {
  const target = new URL(to)
  const passed: string[] = []
  const server: Proxy = createServer((asked, answer) => {
    const path = asked.url ?? '/'
    if (stops.some((stopped) => path.startsWith(stopped))) {
      answer.writeHead(403).end()
      return
    }
    passed.push(path)
    const headers = { ...asked.headers }
    delete headers['upgrade']
    const on = request(
      { host: target.hostname, port: target.port, path, method: asked.method, headers },
      (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers)
        answered.pipe(answer)
      },
    )
    on.on('error', () => answer.destroy())
    answer.on('close', () => on.destroy())
    asked.pipe(on)
  })
  server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n'))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    passed,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const ways = [
  { table: 'stream', stops: [], way: '/connection/http_stream' },
  { table: 'events', stops: ['/connection/http_stream'], way: '/connection/sse' },
]

for (const { table, stops, way } of ways) {
  test(`behind a proxy without WebSocket${stops.length ? ' and streams' : ''}, a round is played over ${way}`, async ({
    browser,
    server,
    viewport,
  }) => {
    const between = await proxy(server.url, stops)
    const context = await browser.newContext({
      viewport,
      locale: 'vi-VN',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    try {
      const an = new Player(await context.newPage(), context, between.url)
      await an.enter('An')
      await an.sit(table, 3)
      await an.bet()
      await an.act('hit')
      await an.sees('Ghế 3 rút 2 bích, 11 điểm.')
      await an.act('stand')
      await an.sees('Nhà cái mở 8 cơ.')
      await expect(an.status()).toContainText('Ván này')
      expect(an.heard).toEqual([])
      expect(between.passed.some((path) => path.startsWith(way))).toBe(true)
      expect(between.passed.some((path) => path.startsWith('/emulation'))).toBe(true)
    } finally {
      await context.close()
      between.stop()
    }
  })
}

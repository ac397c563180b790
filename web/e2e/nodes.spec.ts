import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from './club'
import { run, Server } from './server'

// Two nodes of one club, over a PostgreSQL of their own. `make cluster` does worse to three, without a browser.

const root = join(import.meta.dirname, '..', '..')

/** A port that nobody listens at, and that the system gives to no connection before a program does. */
async function free(): Promise<number> {
  for (;;) {
    const port = 10_000 + randomInt(22_000)
    const server = createServer()
    const got = await new Promise<boolean>((done) => {
      server.once('error', () => done(false))
      server.listen(port, '127.0.0.1', () => done(true))
    })
    if (!got) continue
    await new Promise((done) => server.close(done))
    return port
  }
}

async function postgres(port: number): Promise<{ process: ChildProcess; url: string }> {
  const process = spawn(join(root, 'scripts', 'postgres.sh'), [`${port}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    process.stdout.once('data', (said: Buffer) => resolve(said.toString().trim()))
    process.once('exit', () => reject(new Error('PostgreSQL did not start')))
  })
  return { process, url }
}

test('a hand is played on at another node’s table when that node is killed', async ({ arrive }) => {
  test.slow()
  const books = await postgres(await free())
  const env = { CLUB99_KEY: randomBytes(32).toString('hex'), CLUB99_CLUSTER_SECRET: randomBytes(16).toString('hex') }
  const [one, other] = [await free(), await free()]
  const node = (listen: number, peer: number) =>
    new Server(
      ['--postgres', books.url, '--cluster-listen', `127.0.0.1:${listen}`, '--cluster-peers', `127.0.0.1:${peer}`],
      env,
    )
  const nodes = new Map([
    [`127.0.0.1:${one}`, node(one, other)],
    [`127.0.0.1:${other}`, node(other, one)],
  ])
  const owner = () => {
    const query = `SELECT address FROM leases JOIN nodes ON id = node WHERE table_id = 'nodes' AND until > clock_timestamp()`
    return spawnSync('psql', [books.url, '-Atc', query]).stdout.toString().trim()
  }
  try {
    await Promise.all([...nodes.values()].map((n) => n.start()))
    await expect.poll(owner).not.toBe('')
    const driver = owner()
    const [away] = [...nodes].filter(([address]) => address !== driver).map(([, n]) => n)
    const an = await arrive('An', away?.url)
    await an.sit('nodes', 3)
    await an.bet()
    await expect(an.action('hit')).toBeEnabled()
    expect(owner()).toBe(driver)

    await nodes.get(driver)?.kill()
    await an.act('hit') // waits until somebody drives the table
    await an.sees('2 bích')
    expect(owner()).not.toBe(driver)
    await an.act('stand')
    await expect(an.status()).toContainText('Ván này')
    await an.page.context().close()
    await away?.kill()
    const verified = await run(join(root, 'bin', 'club99'), ['ledger', 'verify', '--postgres', books.url], env)
    expect(verified.said).toContain('no faults')
    expect(verified.code).toBe(0)
  } finally {
    for (const n of nodes.values()) await n.stop()
    const ended = new Promise((done) => books.process.once('exit', done))
    books.process.kill('SIGTERM')
    await ended
  }
})

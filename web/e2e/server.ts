import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tables } from './tables'

const root = join(import.meta.dirname, '..', '..')
const built = join(root, 'bin', 'club99')

/** What a program says and how it ends. */
export interface Ended {
  code: number | null
  said: string
}

/** Runs a program to its end; env is what it finds beside the test's own environment. */
export async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const started = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()))
  const code = await new Promise<number | null>((done) => started.once('close', done))
  return { code, said }
}

/** The club's own check of a record. */
export function verify(file: string): Promise<Ended> {
  return existsSync(built) ? run(built, ['verify', file]) : run('go', ['run', './cmd/club99', 'verify', file])
}

/** The second program, which was written from the document alone. */
export function verifyBySecond(file: string): Promise<Ended> {
  return run(process.execPath, [join(root, 'scripts', 'verify-round.mjs'), file])
}

/** The real server with scripted shoes, in a folder of its own, or as a node on a database that it shares. */
export class Server {
  url = ''
  readonly #folder = mkdtempSync(join(tmpdir(), 'club99-e2e-'))
  #process: ChildProcess | undefined

  constructor(
    private readonly node: string[] = [],
    private readonly env: Record<string, string> = {},
  ) {}

  async start(): Promise<void> {
    this.#write()
    const address = this.url === '' ? '127.0.0.1:0' : new URL(this.url).host
    const books = this.node.length > 0 ? this.node : ['--data', join(this.#folder, 'data')]
    const flags = ['serve', '--address', address, ...books]
    flags.push('--config', join(this.#folder, 'club99.toml'), '--test-shoe', join(this.#folder, 'shoe.txt'))
    const [command, first] = existsSync(built) ? [built, []] : ['go', ['run', './cmd/club99']]
    this.#process = spawn(command, [...first, ...flags], {
      cwd: root,
      env: { ...process.env, ...this.env, CLUB99_TEST: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.url = await this.#opened(this.#process)
  }

  /** Ends the server at once, as a power cut would. */
  async kill(): Promise<void> {
    if (this.#process?.exitCode !== null || this.#process.signalCode !== null) return
    const ended = new Promise((done) => this.#process?.once('exit', done))
    this.#process.kill('SIGKILL')
    await ended
  }

  async stop(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #opened(server: ChildProcess): Promise<string> {
    return new Promise((resolve, reject) => {
      let said = ''
      const hear = (data: Buffer) => {
        said += data.toString()
        const url = /is open at (http:\S+)/.exec(said)?.[1]
        if (url) resolve(url)
      }
      server.stdout?.on('data', hear)
      server.stderr?.on('data', hear)
      server.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was open:\n${said}`)))
    })
  }

  #write(): void {
    const names = Object.keys(tables)
    const config = names.map(
      (id) =>
        `[[tables]]\nid = '${id}'\nrules = '${tables[id]?.rules ?? 'club99'}'\nbots = []\nhints = ${!tables[id]?.silent}\n[tables.name]\nvi = 'Bàn ${id}'\nen = 'Table ${id}'\n`,
    )
    const all = ['guests_per_hour = 10000\n', ...config] // all of them come from this machine
    writeFileSync(join(this.#folder, 'club99.toml'), all.join('\n'))
    const shoe = names.flatMap((id) => [
      `${id} bet_time=90s act_time=90s result_time=3s ${tables[id]?.settings ?? ''}`,
      ...(tables[id]?.rounds ?? []).map((cards) => `${id} ${cards}`),
    ])
    writeFileSync(join(this.#folder, 'shoe.txt'), shoe.join('\n') + '\n')
  }
}

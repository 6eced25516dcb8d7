import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../structure/tree.ts'

const START_MS = 120_000

/**
 * A server in its own process. `kill` ends it like a crash, `stop` like a service manager, and returns the exit code.
 * `gone` resolves when it has ended for any reason. `log` is its output so far.
 */
export type ServerProcess = {
  url: string
  pid: number
  gone: Promise<unknown>
  log(): string
  kill(): Promise<void>
  stop(): Promise<number | null>
}

/** The compile cache that programs started by tests share. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/modules') }

/** Starts the real server of a checkout on a data folder, without this process's environment. It ends with this process. */
export async function startServerProcess(
  dataDir: string,
  settings: Record<string, string> = {},
  checkout = root,
  flags: string[] = [],
): Promise<ServerProcess> {
  const { PATH, HOME, TMPDIR } = process.env
  const own = { PATH, HOME, TMPDIR, ...compileCache, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [...flags, 'server/main.ts'], {
    cwd: checkout,
    env: { ...own, ...settings, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (output += part))
  const log = () => output
  const gone = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await gone
  }
  const stop = async () => {
    await end('SIGTERM')
    return child.exitCode
  }
  const url = await untilReady(child, log, settings.PORT).catch(async (error) => {
    await end('SIGKILL')
    throw error
  })
  return { url, pid: child.pid ?? 0, gone, log, kill: () => end('SIGKILL'), stop }
}

/** Waits until the server is ready and returns its URL: of the given port, or the URL that it prints. */
async function untilReady(child: ChildProcess, log: () => string, port?: string): Promise<string> {
  const until = Date.now() + START_MS
  while (Date.now() < until && child.exitCode === null && child.signalCode === null) {
    const [url] = port ? [`http://127.0.0.1:${port}`] : (/http:\/\/127\.0\.0\.1:\d+(?=\n)/.exec(log()) ?? [])
    if (url && log().includes('Stop with Ctrl-C.')) return url
    await pause(50)
  }
  throw new Error(`The server did not start:\n${log()}`)
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * A server in a process of its own. `kill` ends it as a crash does, `stop` as a service manager does: it answers the exit code.
 * `gone` resolves once it has ended, however that came.
 */
export type ServerProcess = {
  url: string
  pid: number
  gone: Promise<unknown>
  kill(): Promise<void>
  stop(): Promise<number | null>
}

/** Where programs that tests start find what Node has made of their modules, and leave it when they end by themselves. */
export const compileCache = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../node_modules/.cache/modules') }

/** Starts the real server on a data folder; it ends with this process, and nothing of our environment reaches it. */
export async function startServerProcess(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../server/main.ts')], {
    env: {
      ...compileCache,
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const gone = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
    return child.exitCode
  }
  return { url: await addressOf(child), pid: child.pid ?? 0, gone, kill, stop }
}

/** Port 0 lets the system pick one, which stands in the addresses that are printed. */
async function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    const listen = (part: Buffer) => {
      said += part.toString()
      const [url] = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(said) ?? []
      if (url) resolve(url)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', () => reject(new Error(`The server did not start:\n${said}`)))
  })
}

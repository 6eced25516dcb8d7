import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * A server in its own process. `kill` ends it like a crash, `stop` like a service manager, and returns the exit code.
 * `gone` resolves when it has ended for any reason.
 */
export type ServerProcess = {
  url: string
  pid: number
  gone: Promise<unknown>
  kill(): Promise<void>
  stop(): Promise<number | null>
}

/** The compile cache that programs started by tests share. */
export const compileCache = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../node_modules/.cache/modules') }

/** Starts the real server on a data folder, without this process's environment. It ends with this process. */
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

/** Port 0 lets the system choose a port, which is in the printed URLs. */
async function addressOf(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const listen = (part: Buffer) => {
      output += part.toString()
      const [url] = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(output) ?? []
      if (url) resolve(url)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', () => reject(new Error(`The server did not start:\n${output}`)))
  })
}

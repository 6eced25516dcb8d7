import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../structure/tree.ts'
import { compileCache } from '../server/process.ts'

const START_MS = 120_000

export type ServerUnderTest = {
  url: string
  /** The server's data folder; mails are in its folder `mail`. */
  dataDir: string
  /** The output of the server so far. */
  log: () => string
  /** Ends the server, as Ctrl-C or a crash would, and keeps its data. */
  end: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>
  /** Ends the server and deletes its data. */
  remove: () => Promise<void>
}

/** A server in a process of its own. */
export type ServerProcess = ServerUnderTest & { pid: number }

/**
 * Starts the real server on a free port with a data folder of its own and without this process's environment. OCR is
 * off by default.
 */
export async function startServer(
  settings: Record<string, string> = {},
  checkout = root,
  flags: string[] = [],
): Promise<ServerProcess> {
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'stampus-journey-')))
  const child = spawn(process.execPath, [...flags, 'server/main.ts'], {
    cwd: checkout,
    env: {
      ...foundation(),
      ...compileCache,
      HOST: '127.0.0.1',
      PORT: '0',
      RECEIPT_OCR: 'off',
      ...settings,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const log = recordLog(child)
  const end = (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => endChild(child, signal)
  const remove = async () => {
    await end()
    await rm(dataDir, { recursive: true, force: true })
  }
  const url = await untilReady(child, log, settings.PORT)
  return { url, pid: child.pid ?? 0, dataDir, log, end, remove }
}

/** The variables that any program needs. */
function foundation() {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

function recordLog(child: ChildProcess) {
  let output = ''
  const record = (part: Buffer) => {
    output += part.toString()
  }
  child.stdout?.on('data', record)
  child.stderr?.on('data', record)
  return () => output
}

/**
 * Waits until the server is ready and returns its URL: of the given port, or the URL that it prints. On a given port another
 * server could answer, so this one has to have said that it is ready.
 */
async function untilReady(child: ChildProcess, log: () => string, port?: string): Promise<string> {
  const until = Date.now() + START_MS
  while (Date.now() < until && child.exitCode === null && child.signalCode === null) {
    const url = port ? `http://127.0.0.1:${port}` : /http:\/\/127\.0\.0\.1:\d+(?=\n)/.exec(log())?.[0]
    if (url && log().includes('Stop with Ctrl-C.') && (await isReady(url))) return url
    await pause(100)
  }
  await endChild(child, 'SIGKILL')
  throw new Error(`The server did not start:\n${log()}`)
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function endChild(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

/**
 * A free port, below those that the system gives to connections and to servers on port 0: none of these takes it before it is
 * used.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return freePort()
  }
  probe.close()
  await once(probe, 'close')
  return port
}

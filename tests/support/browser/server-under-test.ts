import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from '../server/process.ts'

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

/** Starts the real server on a free port with a data folder of its own. OCR is off by default. */
export async function startServer(
  settings: Record<string, string> = {},
  checkout?: string,
  flags?: string[],
): Promise<ServerProcess> {
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'stampus-journey-')))
  const given = { RECEIPT_OCR: 'off', LOG_LEVEL: 'warn', ...settings }
  const { url, pid, log, kill, stop } = await startServerProcess(dataDir, given, checkout, flags)
  const end: ServerUnderTest['end'] = async (signal) => {
    if (signal === 'SIGKILL') await kill()
    else await stop()
  }
  const remove = async () => {
    await end()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, pid, dataDir, log, end, remove }
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

import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { History } from '../demo/history.ts'
import type { Deps } from './deps.ts'
import { exitWithParent } from './platform/lifecycle/exit-with-parent.ts'

const REQUEST_TIMEOUT_MS = 4000
/** A submission on a busy machine may take this long, and no one waits at a terminal. */
const PRODUCTION_REQUEST_TIMEOUT_MS = 8000
/** The limit for the whole stop, after STOP_GRACE_SECONDS. `docs/operations.md` gives one second more. */
const STOP_WITHIN_MS = 14_000

type Running = { app: FastifyInstance; deps: Deps; history: History | undefined }

/** Stops on SIGINT, SIGTERM and the parent's end; at once if the embedded database has died: nothing can be served. */
export function stopOnSignal(running: Running): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await waitForProxies(running.deps)
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    process.exit(await close(running).then(() => 0, reportError))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  exitWithParent(stop)
  void running.deps.db.died.then(({ message }) => {
    if (stopping) return
    console.error(`${message}. Start Stampus again: all answered requests are saved.`)
    process.exit(1)
  })
}

/** Waits, so that proxies leave this server before it stops. */
async function waitForProxies({ config, draining }: Deps): Promise<void> {
  draining.begun = true
  await pause(config.STOP_GRACE_SECONDS * 1000)
}

async function close({ app, deps, history }: Running): Promise<void> {
  try {
    const timeout = deps.config.production ? PRODUCTION_REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS
    await Promise.race([app.close(), pause(timeout)])
    app.server.closeAllConnections()
    await history?.stop()
    await deps.jobs.stop()
  } finally {
    await deps.db.close()
  }
  console.log('Stopped. All data is saved.')
}

function reportError(error: unknown): number {
  console.error('The server did not stop cleanly:', error)
  return 1
}

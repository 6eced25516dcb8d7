import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { History } from '../demo/history.ts'
import type { Deps } from './deps.ts'
import { exitWithParent } from './platform/lifecycle/exit-with-parent.ts'

const REQUESTS_END_WITHIN_MS = 4000
/** Nobody waits for it at a terminal, and a receipt takes a busy machine longer. */
const REQUESTS_END_IN_PRODUCTION_MS = 8000
/** With the grace, what `docs/operations.md` promises. */
const STOP_WITHIN_MS = 14_000

type Running = { app: FastifyInstance; deps: Deps; history: History | undefined }

/**
 * Ends the server with its parent, or where it is told to, so that a start finds everything in order; and where its embedded
 * database has died, for without it nothing can be served.
 */
export function stopOnSignal(running: Running): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await letProxiesNotice(running.deps)
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    process.exit(await close(running).then(() => 0, fault))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  exitWithParent(stop)
  void running.deps.db.died.then(({ message }) => {
    if (stopping) return
    console.error(`${message}. Start Stampus again: what was answered is kept.`)
    process.exit(1)
  })
}

/** Unready, and ending connections with their answers, a server is left by its proxies before it refuses anybody. */
async function letProxiesNotice({ config, draining }: Deps): Promise<void> {
  draining.begun = true
  await pause(config.STOP_GRACE_SECONDS * 1000)
}

/** Requests under way may end, but one that stalls holds up nothing of what must be closed. */
async function close({ app, deps, history }: Running): Promise<void> {
  try {
    const patience = deps.config.production ? REQUESTS_END_IN_PRODUCTION_MS : REQUESTS_END_WITHIN_MS
    await Promise.race([app.close(), pause(patience)])
    app.server.closeAllConnections()
    await history?.stop()
    await deps.jobs.stop()
  } finally {
    await deps.db.close()
  }
  console.log('Stopped. All data is kept.')
}

function fault(what: unknown): number {
  console.error('The server could not be closed in order:', what)
  return 1
}

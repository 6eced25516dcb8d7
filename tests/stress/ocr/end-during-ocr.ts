import { openDatabase } from '../../../server/platform/db/open-database.ts'
import { createBoss, queues } from '../../../server/platform/jobs/boss.ts'
import { startServer } from '../../support/browser/server-under-test.ts'
import { full } from '../profile.ts'
import type { SeededServer } from '../support/seeded-server.ts'
import { findLeftChildren, firstChild, isRunning, timeUntilGone } from './child-processes.ts'
import { countTimeouts, type OcrState, sendPicture, waitForOcr } from './clients.ts'

const GONE_WITHIN_MS = 30_000
/**
 * A job that was not finished is given to another worker after three minutes, and then waits for half a minute or more.
 */
const COMES_AGAIN_WITHIN_MS = 10 * 60_000

/** The result of a server that ended while it read a receipt. */
type EndResult = {
  problems: string[]
  /** The time from the signal to the end of the server, and from there to the end of its OCR process. */
  serverMs: number
  childMs: number
  /** The jobs that were left in between. */
  jobs: string
  state: OcrState | 'too slow'
}

type Ending = { signal: 'SIGTERM' | 'SIGKILL'; picture: Buffer; checkout?: string; onEnded?: () => Promise<void> }

/** Sends a receipt, ends the server while a child reads it, and starts it again. The server is stopped at the end. */
export async function endDuringOcr(server: SeededServer, ending: Ending): Promise<EndResult> {
  const { signal, picture, checkout, onEnded } = ending
  const problems = await findLeftChildren(server.pid)
  const reading = firstChild(server)
  const id = (await sendPicture(server, server.members.at(-1) ?? { authorization: '' }, picture, problems)) ?? 0
  const { pid: child } = await reading
  const begun = performance.now()
  await server.end(signal)
  const serverMs = Math.round(performance.now() - begun)
  const childMs = await timeUntilGone(child, GONE_WITHIN_MS)
  if (isRunning(child)) problems.push('the process that read is left')
  await onEnded?.()
  const jobs = await waitingJobs(server)
  const again = await startServer(server.settings, checkout)
  const state = await waitForOcr({ ...server, url: again.url }, id, problems, COMES_AGAIN_WITHIN_MS)
  await again.end()
  const isTooSlow = state === 'failed' && countTimeouts(again) > 0
  return { problems, serverMs, childMs, jobs, state: isTooSlow ? 'too slow' : state }
}

/**
 * The states of a stopped server's jobs. In the short profile their times are moved, so that no test has to wait as
 * long as they do.
 */
async function waitingJobs({ dataDir }: SeededServer): Promise<string> {
  const { pool, close } = await openDatabase({ databaseUrl: undefined, dataDir })
  try {
    if (!full) {
      await pool.query("UPDATE pgboss.job SET started_on = started_on - interval '1 hour' WHERE state = 'active'")
      await pool.query('UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL')
      const boss = createBoss(pool, 'send', (error) => console.error(error))
      await boss.start()
      await boss.supervise(queues.ocr)
      await boss.stop({ graceful: false })
      await pool.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'")
    }
    const { rows } = await pool.query<{ state: string }>(
      "SELECT state FROM pgboss.job WHERE name = 'reading' AND state <> 'completed'",
    )
    return rows.map(({ state }) => state).join()
  } finally {
    await close()
  }
}

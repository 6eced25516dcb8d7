import type pg from 'pg'
import { type Db, PgBoss } from 'pg-boss'
import { COMMIT_WITHIN_MS } from '../db/transaction.ts'
import { DAY_SECONDS, HOUR_MS, HOUR_SECONDS } from '../durations.ts'
import type { Log } from '../metrics/log.ts'

const SECONDS_TO_FINISH = 60

/** A mail moves to the failed queue after some ten hours without a reachable mail server. */
export const queues = {
  mail: 'mail',
  failedMail: 'mail-failed',
  cleanUp: 'clean-up',
  ocr: 'reading',
  backup: 'backup',
} as const

/** `short`: at most one waiting job for each key, so that a waiting mail is not enqueued twice. */
const mailQueue = {
  policy: 'short',
  deadLetter: queues.failedMail,
  retryLimit: 12,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: HOUR_SECONDS,
  expireInSeconds: SECONDS_TO_FINISH,
  deleteAfterSeconds: DAY_SECONDS,
}

const cleanUpQueue = { policy: 'short', retryLimit: 2, expireInSeconds: 600, deleteAfterSeconds: DAY_SECONDS }

/** One replica works on it and says every half minute that it still does; otherwise another one begins again. */
const backupQueue = {
  policy: 'singleton',
  retryLimit: 2,
  retryDelay: 900,
  expireInSeconds: 12 * HOUR_SECONDS,
  heartbeatSeconds: 60,
  deleteAfterSeconds: DAY_SECONDS,
}

/** After the retries, the hourly clean-up enqueues the receipt again. */
const ocrQueue = {
  retryLimit: 4,
  retryDelay: 30,
  retryBackoff: true,
  expireInSeconds: 180,
  deleteAfterSeconds: DAY_SECONDS,
}

type BossRole = 'migrate' | 'send' | 'work'

/** pg-boss on our pool uses a connection for one statement at a time and never LISTENs. */
export function createBoss(pool: pg.Pool, role: BossRole, onError: (error: Error) => void): PgBoss {
  const boss = new PgBoss({
    db: singleStatements(pool, role === 'migrate' ? HOUR_MS : 2 * COMMIT_WITHIN_MS),
    migrate: role === 'migrate',
    createSchema: false,
    supervise: role === 'work',
    schedule: role === 'work',
    cronWorkerIntervalSeconds: 30,
    flowIntervalSeconds: 600,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', onError)
  return boss
}

// After a failed script of several statements the connection is still in a transaction, so it is closed.
const singleStatements = (pool: pg.Pool, query_timeout: number): Db => ({
  async executeSql(text: string, values?: unknown[]) {
    const client = await pool.connect()
    let failed = true
    try {
      const statement = { text, ...(values && { values }), query_timeout }
      const result = await client.query(statement)
      failed = false
      return { rows: Array.isArray(result) ? result.flatMap((one) => one.rows) : result.rows }
    } finally {
      client.release(failed)
    }
  },
})

const EVERY_HOUR = '23 * * * *'

/** Creates the queues and the schedule. Safe to repeat, and from several processes at once. */
export async function prepareJobs(pool: pg.Pool, log: Log): Promise<void> {
  const boss = createBoss(pool, 'migrate', (err) => log.error({ err }, 'jobs'))
  await boss.start()
  try {
    const existing = new Set((await boss.getQueues()).map(({ name }) => name))
    if (!existing.has(queues.failedMail)) await boss.createQueue(queues.failedMail)
    if (!existing.has(queues.mail)) await boss.createQueue(queues.mail, mailQueue)
    if (!existing.has(queues.cleanUp)) await boss.createQueue(queues.cleanUp, cleanUpQueue)
    if (!existing.has(queues.ocr)) await boss.createQueue(queues.ocr, ocrQueue)
    if (!existing.has(queues.backup)) await boss.createQueue(queues.backup, backupQueue)
    await boss.schedule(queues.cleanUp, EVERY_HOUR, null, { missed: 'once' })
  } finally {
    await boss.stop({ graceful: false })
  }
}

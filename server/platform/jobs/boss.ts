import type pg from 'pg'
import { type Db, PgBoss } from 'pg-boss'
import type { Log } from '../metrics/log.ts'

const SECONDS_TO_FINISH = 60
const DAY = 86_400

/** Mails fail into a queue of their own once a mail server has been out of reach for some ten hours. */
export const queues = {
  mail: 'mail',
  failedMail: 'mail-failed',
  cleanUp: 'clean-up',
  ocr: 'reading',
} as const

/** One waiting job for each key: a mail that waits already is not sent twice. */
export const mailQueue = {
  policy: 'short',
  deadLetter: queues.failedMail,
  retryLimit: 12,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: SECONDS_TO_FINISH,
  deleteAfterSeconds: DAY,
}

export const cleanUpQueue = { policy: 'short', retryLimit: 2, expireInSeconds: 600, deleteAfterSeconds: DAY }

/** A receipt that cannot be read now is left until the hourly clean-up asks for it again; it may be decided without. */
export const ocrQueue = {
  retryLimit: 4,
  retryDelay: 30,
  retryBackoff: true,
  expireInSeconds: 180,
  deleteAfterSeconds: DAY,
}

/** What an instance of pg-boss is for: making the schema, putting jobs in, or doing them. */
export type Part = 'prepares' | 'sends' | 'works'

/** pg-boss on our own pool. It takes a connection for one statement at a time and never listens on one. */
export function createBoss(pool: pg.Pool, part: Part, onFault: (fault: Error) => void): PgBoss {
  const boss = new PgBoss({
    db: oneStatementAtATime(pool),
    migrate: part === 'prepares',
    createSchema: false,
    supervise: part === 'works',
    schedule: part === 'works',
    cronWorkerIntervalSeconds: 30,
    flowIntervalSeconds: 600,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', onFault)
  return boss
}

// A connection whose script of several statements failed is still inside its transaction: it is closed, not reused.
function oneStatementAtATime(pool: pg.Pool): Db {
  return {
    async executeSql(text: string, values?: unknown[]) {
      const client = await pool.connect()
      let failed = true
      try {
        const result = await client.query({ text, ...(values && { values }) })
        failed = false
        return { rows: Array.isArray(result) ? result.flatMap((part) => part.rows) : result.rows }
      } finally {
        client.release(failed)
      }
    },
  }
}

const EVERY_HOUR = '23 * * * *'

/** Makes pg-boss's schema and our queues where they are missing. Safe to repeat, and from several processes at once. */
export async function prepareJobs(pool: pg.Pool, log: Log): Promise<void> {
  const boss = createBoss(pool, 'prepares', (err) => log.error({ err }, 'jobs'))
  await boss.start()
  try {
    const made = new Set((await boss.getQueues()).map(({ name }) => name))
    if (!made.has(queues.failedMail)) await boss.createQueue(queues.failedMail)
    if (!made.has(queues.mail)) await boss.createQueue(queues.mail, mailQueue)
    if (!made.has(queues.cleanUp)) await boss.createQueue(queues.cleanUp, cleanUpQueue)
    if (!made.has(queues.ocr)) await boss.createQueue(queues.ocr, ocrQueue)
    await boss.schedule(queues.cleanUp, EVERY_HOUR, null, { missed: 'once' })
  } finally {
    await boss.stop({ graceful: false })
  }
}

import type pg from 'pg'
import type { Log } from '../metrics/log.ts'
import { bossOn, cleanUpQueue, mailQueue, queues, readingQueue } from './boss.ts'

const EVERY_HOUR = '23 * * * *'

/** Makes pg-boss's schema and our queues where they are missing. Safe to repeat, and from several processes at once. */
export async function prepareJobs(pool: pg.Pool, log: Log): Promise<void> {
  const boss = bossOn(pool, 'prepares', (err) => log.error({ err }, 'jobs'))
  await boss.start()
  try {
    const made = new Set((await boss.getQueues()).map(({ name }) => name))
    if (!made.has(queues.failedMail)) await boss.createQueue(queues.failedMail)
    if (!made.has(queues.mail)) await boss.createQueue(queues.mail, mailQueue)
    if (!made.has(queues.cleanUp)) await boss.createQueue(queues.cleanUp, cleanUpQueue)
    if (!made.has(queues.reading)) await boss.createQueue(queues.reading, readingQueue)
    await boss.schedule(queues.cleanUp, EVERY_HOUR, null, { missed: 'once' })
  } finally {
    await boss.stop({ graceful: false })
  }
}

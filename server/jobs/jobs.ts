import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Job, PgBoss } from 'pg-boss'
import type { Database, Queryable } from '../db/database.ts'
import { bossOn, queues } from './boss.ts'

const STOP_WITHIN_MS = 5000
/** Mails that leave side by side, so that one whose mail server does not answer holds up no other. */
const SENDERS = 4

/** A mail to be sent: its kind, and the id of what it is about. Its words and links are made when it is sent. */
export type MailJob = { kind: MailKind; id: number }
export type MailKind =
  | 'verification'
  | 'email-change'
  | 'email-change-notice'
  | 'password-reset'
  | 'decision'
  | 'appeal-answer'

/** What is done for each kind of mail with the id of what it is about; and what cleans up, by the hour. */
export type JobHandlers = {
  mail: Record<MailKind, (id: number) => Promise<void>>
  cleanUp: (() => Promise<void>)[]
}

/**
 * - `enqueueMail`: takes part in the caller's transaction; a mail of that kind and id that waits already is not doubled
 * - `start`: begins to do jobs, also those left by an earlier run
 * - `stop`: waits for running jobs, at most 5 seconds; one cut off is done again later
 */
export type Jobs = {
  enqueueMail(tx: Queryable, mail: MailJob, options?: { afterSeconds?: number }): Promise<void>
  start(handlers: JobHandlers): Promise<void>
  stop(): Promise<void>
}

/** Jobs kept in the database, whose schema must have been prepared. */
export async function openJobs(db: Database): Promise<Jobs> {
  const sender = bossOn(db.pool, 'sends')
  const worker = bossOn(db.pool, 'works')
  await sender.start()
  return {
    enqueueMail: (tx, mail, { afterSeconds = 0 } = {}) => enqueue(sender, tx, mail, afterSeconds),
    start: (handlers) => start(worker, handlers),
    stop: async () => {
      await stop(worker)
      await sender.stop({ graceful: false })
    },
  }
}

async function enqueue(sender: PgBoss, tx: Queryable, mail: MailJob, afterSeconds: number): Promise<void> {
  await sender.send(queues.mail, mail, {
    db: { executeSql: (text, values) => (tx as pg.PoolClient).query(text, values) },
    startAfter: afterSeconds,
    singletonKey: `${mail.kind}:${mail.id}`,
  })
}

async function start(worker: PgBoss, { mail, cleanUp }: JobHandlers): Promise<void> {
  await worker.start()
  for (let sender = 0; sender < SENDERS; sender += 1) await startSender(worker, mail)
  await worker.work(queues.cleanUp, { pollingIntervalSeconds: 60 }, async () => {
    for (const part of cleanUp) await part()
  })
}

/** Looks for a mail every second, and at once again when one has left: hundreds asked for together leave together. */
async function startSender(worker: PgBoss, handlers: JobHandlers['mail']): Promise<void> {
  const id: string = await worker.work<MailJob>(queues.mail, { pollingIntervalSeconds: 1 }, async (jobs) => {
    await sendEach(jobs, handlers)
    worker.notifyWorker(id)
  })
}

async function sendEach(jobs: Job<MailJob>[], handlers: JobHandlers['mail']): Promise<void> {
  for (const { data } of jobs) {
    try {
      await handlers[data.kind](data.id)
    } catch (fault) {
      console.error(`The mail ${data.kind} ${data.id} was not sent and will be tried again:`, fault)
      // It is kept with the job, and a mail server's own words may name the mailbox.
      throw new Error('The mail was not sent: see the log')
    }
  }
}

async function stop(worker: PgBoss): Promise<void> {
  const finished = Promise.all([queues.mail, queues.cleanUp].map((queue) => worker.offWork(queue, { wait: true })))
  await Promise.race([finished, pause(STOP_WITHIN_MS, undefined, { ref: false })])
  await worker.stop({ graceful: false })
}

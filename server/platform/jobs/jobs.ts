import { setTimeout as pause } from 'node:timers/promises'
import type { MailKind } from '@stampus/contract/console/failedMail'
import type pg from 'pg'
import type { Db, Job, JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database, Queryable } from '../db/database.ts'
import { isServerReply, MailRejected, refusalOf } from '../mail/smtp-errors.ts'
import type { Log } from '../metrics/log.ts'
import { createBoss, queues } from './boss.ts'

const STOP_WITHIN_MS = 5000

/** A mail to be sent: its kind, and the id of what it is about. Its words and links are made when it is sent. */
export type MailJob = { kind: MailKind; id: number }
/** Why a mail was given up, in words that name nobody, and how often it was tried. */
export type MailFailure = { refusal: string; tries: number }

/** What is removed once its time is over, by its name; each answers how much went. */
export type CleanUp = Record<string, () => Promise<number>>

/**
 * What is done for each kind of mail with the id of what it is about, and for one that cannot be delivered; and what cleans
 * up by the hour, each part for itself.
 */
export type JobHandlers = {
  mail: Record<MailKind, (id: number) => Promise<void>>
  failedMail: (mail: MailJob, failure: MailFailure) => Promise<void>
  cleanUp: CleanUp
  /** What reads the picture of a receipt; without it they wait. */
  ocr: ((submissionId: number) => Promise<void>) | undefined
}

/** When a picture is read: `afterSeconds` from now at the earliest; `behind` puts it after all that wait without this. */
export type OcrJobOptions = { afterSeconds?: number; behind?: boolean }

/**
 * - `enqueueMail`: takes part in the caller's transaction; a mail of that kind and id that waits already is not doubled
 * - `enqueueOcr`: takes part in the caller's transaction
 * - `start`: begins to do jobs, also those left by an earlier run
 * - `stop`: waits for running jobs, at most 5 seconds; one cut off is done again later
 */
export type Jobs = {
  enqueueMail(tx: Queryable, mail: MailJob, options?: { afterSeconds?: number }): Promise<void>
  enqueueOcr(tx: Queryable, submissionId: number, options?: OcrJobOptions): Promise<void>
  start(handlers: JobHandlers): Promise<void>
  stop(): Promise<void>
}

/** Jobs kept in the database, whose schema must have been prepared. */
export async function openJobs(db: Database, log: Log): Promise<Jobs> {
  const onFault = (fault: Error) => log.error({ err: fault }, 'jobs')
  const sender = createBoss(db.pool, 'sends', onFault)
  const worker = createBoss(db.pool, 'works', onFault)
  await sender.start()
  return {
    enqueueMail: (tx, mail, { afterSeconds = 0 } = {}) => enqueue(sender, tx, mail, afterSeconds),
    enqueueOcr: async (tx, submissionId, { afterSeconds = 0, behind = false } = {}) => {
      const order = { startAfter: afterSeconds, priority: behind ? -1 : 0 }
      await sender.send(queues.ocr, { submissionId }, { db: within(tx), ...order })
    },
    start: (handlers) => start(worker, handlers, log),
    stop: async () => {
      await stop(worker)
      await sender.stop({ graceful: false })
    },
  }
}

async function enqueue(sender: PgBoss, tx: Queryable, mail: MailJob, afterSeconds: number): Promise<void> {
  await sender.send(queues.mail, mail, {
    db: within(tx),
    startAfter: afterSeconds,
    singletonKey: `${mail.kind}:${mail.id}`,
  })
}

function within(tx: Queryable): Db {
  return { executeSql: (text, values) => (tx as pg.PoolClient).query(text, values) }
}

async function start(worker: PgBoss, handlers: JobHandlers, log: Log): Promise<void> {
  await worker.start()
  await startMail(worker, handlers, log)
  if (handlers.ocr) await startOcr(worker, handlers.ocr, log)
  await worker.work(queues.cleanUp, { pollingIntervalSeconds: 60 }, () => cleanEach(handlers.cleanUp, log))
}

async function cleanEach(parts: CleanUp, log: Log): Promise<void> {
  for (const [part, clean] of Object.entries(parts))
    await clean().then(
      (removed) => log.info({ part, removed }, 'cleaned up'),
      (err) => log.error({ err, part }, 'a part of the clean-up failed'),
    )
}

async function stop(worker: PgBoss): Promise<void> {
  const finished = Promise.all(Object.values(queues).map((queue) => worker.offWork(queue, { wait: true })))
  await Promise.race([finished, pause(STOP_WITHIN_MS, undefined, { ref: false })])
  await worker.stop({ graceful: false })
}

/** Mails that leave side by side, so that one whose mail server does not answer holds up no other. */
const SENDERS = 4
const TOO_SLOW = 'Sending took too long, or the server was ended meanwhile.'

/** Begins to send what waits, and to keep what cannot be sent. */
export async function startMail(worker: PgBoss, { mail, failedMail }: JobHandlers, log: Log): Promise<void> {
  for (let sender = 0; sender < SENDERS; sender += 1) await startSender(worker, mail, log)
  const options = { includeMetadata: true, pollingIntervalSeconds: 5 } as const
  await worker.work(queues.failedMail, options, (jobs: JobWithMetadata<MailJob>[]) =>
    saveFailedMails(jobs, failedMail),
  )
}

/** Looks for a mail every second, and at once again when one has left: hundreds asked for together leave together. */
async function startSender(worker: PgBoss, handlers: JobHandlers['mail'], log: Log): Promise<void> {
  const options = { perJobResults: true, pollingIntervalSeconds: 1 } as const
  const id: string = await worker.work(queues.mail, options, async (jobs: Job<MailJob>[]) => {
    const results: JobResult[] = []
    for (const job of jobs) results.push(await send(job, handlers, log))
    worker.notifyWorker(id)
    return results
  })
}

async function send({ id, data }: Job<MailJob>, handlers: JobHandlers['mail'], log: Log): Promise<JobResult> {
  try {
    await handlers[data.kind](data.id)
    return { id, status: 'completed' }
  } catch (fault) {
    const output = { refusal: refusalOf(fault) }
    const final = fault instanceof MailRejected
    log.error({ mail: data, ...output, ...(!isServerReply(fault) && { err: fault }), final }, 'a mail was not sent')
    return { id, status: final ? 'deadletter' : 'failed', output }
  }
}

async function saveFailedMails(jobs: JobWithMetadata<MailJob>[], keep: JobHandlers['failedMail']): Promise<void> {
  for (const { data, sourceOutput, sourceRetryCount } of jobs)
    await keep(data, { refusal: refusalIn(sourceOutput), tries: (sourceRetryCount ?? 0) + 1 })
}

function refusalIn(output: object | null): string {
  return output && 'refusal' in output ? String(output.refusal) : TOO_SLOW
}

/** Begins to read receipts, one at a time; at once again when one is read. */
export async function startOcr(worker: PgBoss, read: (submissionId: number) => Promise<void>, log: Log): Promise<void> {
  const id: string = await worker.work(
    queues.ocr,
    { pollingIntervalSeconds: 2 },
    async (jobs: Job<{ submissionId: number }>[]) => {
      for (const { data } of jobs) await readOne(data.submissionId, read, log)
      worker.notifyWorker(id)
    },
  )
}

async function readOne(submission: number, read: (submissionId: number) => Promise<void>, log: Log): Promise<void> {
  try {
    await read(submission)
  } catch (fault) {
    log.warn({ err: fault, submission }, 'a receipt was not read yet')
    throw fault
  }
}

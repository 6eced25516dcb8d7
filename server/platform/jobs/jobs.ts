import { setTimeout as pause } from 'node:timers/promises'
import type { MailKind } from '@stampus/contract/console/failedMail'
import type pg from 'pg'
import type { Db, Job, JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database, Queryable } from '../db/database.ts'
import { describeSmtpError, isServerReply, MailRejected } from '../mail/smtp-errors.ts'
import type { Log } from '../metrics/log.ts'
import { createBoss, queues } from './boss.ts'

const STOP_WITHIN_MS = 5000
/** Several workers, so that a mail that waits for a slow server holds up the others for seconds at most. */
const MAIL_WORKERS = 4
const TOO_SLOW = 'Sending took too long, or the server was ended meanwhile.'

/** The mail's text and links are made when it is sent. */
export type MailJob = { kind: MailKind; id: number }
/** Why a mail was not sent, without personal data. */
type MailFailure = { refusal: string; tries: number }

/** Each task returns how many things it removed. */
export type CleanUp = Record<string, () => Promise<number>>

export type JobHandlers = {
  mail: Record<MailKind, (id: number) => Promise<void>>
  failedMail: (mail: MailJob, failure: MailFailure) => Promise<void>
  /** Every hour, one after the other. An error in one does not stop the others. */
  cleanUp: CleanUp
  /** If undefined, OCR jobs stay in the queue. */
  ocr: OcrHandler | undefined
  /** Without `cron` there is no daily backup. */
  backup: { cron: string | undefined; tz: string; run: () => Promise<void> }
}

export type OcrHandler = (submissionId: number, options?: Pick<OcrJobOptions, 'tries' | 'again'>) => Promise<void>

/** `behind`: after all jobs without it. `tries`: ended because the machine was busy. `again`: an operator asked. */
type OcrJobOptions = { afterSeconds?: number; behind?: boolean; tries?: number; again?: boolean }

/** Enqueueing is part of the caller's transaction. `stop` waits 5 seconds for jobs; interrupted ones are repeated. */
export type Jobs = {
  enqueueMail(tx: Queryable, mail: MailJob, options?: { afterSeconds?: number }): Promise<void>
  enqueueOcr(tx: Queryable, submissionId: number, options?: OcrJobOptions): Promise<void>
  start(handlers: JobHandlers): Promise<void>
  stop(): Promise<void>
}

export async function openJobs(db: Database, log: Log): Promise<Jobs> {
  const onError = (error: Error) => log.error({ err: error }, 'jobs')
  const sender = createBoss(db.pool, 'send', onError)
  const worker = createBoss(db.pool, 'work', onError)
  await sender.start()
  return {
    enqueueMail: async (tx, mail, { afterSeconds: startAfter = 0 } = {}) => {
      const singletonKey = `${mail.kind}:${mail.id}`
      await sender.send(queues.mail, mail, { db: inTransactionOf(tx), startAfter, singletonKey })
    },
    enqueueOcr: async (tx, submissionId, { afterSeconds = 0, behind = false, ...of } = {}) => {
      const order = { startAfter: afterSeconds, priority: behind ? -1 : 0 }
      await sender.send(queues.ocr, { submissionId, ...of }, { db: inTransactionOf(tx), ...order })
    },
    start: (handlers) => start(worker, handlers, log),
    stop: async () => {
      await stop(worker)
      await sender.stop({ graceful: false })
    },
  }
}

const inTransactionOf = (tx: Queryable): Db => ({
  executeSql: (text, values) => (tx as pg.PoolClient).query(text, values),
})

async function start(worker: PgBoss, handlers: JobHandlers, log: Log): Promise<void> {
  await worker.start()
  await startMailWorkers(worker, handlers.mail, log)
  const options = { includeMetadata: true, pollingIntervalSeconds: 5 } as const
  await worker.work(queues.failedMail, options, (jobs: JobWithMetadata<MailJob>[]) =>
    recordFailedMails(jobs, handlers.failedMail),
  )
  if (handlers.ocr) await startOcrWorker(worker, handlers.ocr, log)
  await worker.work(queues.cleanUp, { pollingIntervalSeconds: 60 }, () => runCleanUp(handlers.cleanUp, log))
  await startBackups(worker, handlers.backup, log)
}

async function startBackups(worker: PgBoss, { cron, tz, run }: JobHandlers['backup'], log: Log): Promise<void> {
  if (!cron) return worker.unschedule(queues.backup)
  await worker.schedule(queues.backup, cron, null, { tz, missed: 'once' })
  await worker.work(queues.backup, { pollingIntervalSeconds: 30 }, () =>
    run().catch((error) => {
      log.error({ err: error }, 'a backup was not made or is not good')
      throw error
    }),
  )
}

/** The first worker polls every second, the others more rarely; each mail lets all of them poll at once. */
async function startMailWorkers(worker: PgBoss, handlers: JobHandlers['mail'], log: Log): Promise<void> {
  const ids: string[] = []
  for (let count = 0; count < MAIL_WORKERS; count += 1) {
    const options = { perJobResults: true, pollingIntervalSeconds: count === 0 ? 1 : 5 } as const
    const work = async (jobs: Job<MailJob>[]) => {
      for (const id of ids) worker.notifyWorker(id)
      const results: JobResult[] = []
      for (const job of jobs) results.push(await sendMail(job, handlers, log))
      return results
    }
    ids.push(await worker.work(queues.mail, options, work))
  }
}

async function sendMail({ id, data }: Job<MailJob>, handlers: JobHandlers['mail'], log: Log): Promise<JobResult> {
  try {
    await handlers[data.kind](data.id)
    return { id, status: 'completed' }
  } catch (error) {
    const output = { refusal: describeSmtpError(error) }
    const final = error instanceof MailRejected
    log.error({ mail: data, ...output, ...(!isServerReply(error) && { err: error }), final }, 'a mail was not sent')
    return { id, status: final ? 'deadletter' : 'failed', output }
  }
}

async function recordFailedMails(jobs: JobWithMetadata<MailJob>[], record: JobHandlers['failedMail']): Promise<void> {
  for (const { data, sourceOutput, sourceRetryCount } of jobs)
    await record(data, { refusal: reasonIn(sourceOutput), tries: (sourceRetryCount ?? 0) + 1 })
}

const reasonIn = (output: object | null): string => (output && 'refusal' in output ? String(output.refusal) : TOO_SLOW)

async function startOcrWorker(worker: PgBoss, runOcr: OcrHandler, log: Log): Promise<void> {
  const options = { pollingIntervalSeconds: 2 }
  const id: string = await worker.work(
    queues.ocr,
    options,
    async (jobs: Job<{ submissionId: number; tries?: number; again?: boolean }>[]) => {
      for (const { data } of jobs)
        await runOcr(data.submissionId, data).catch((error) => {
          log.warn({ err: error, submission: data.submissionId }, 'a receipt was not read yet')
          throw error
        })
      worker.notifyWorker(id)
    },
  )
}

async function runCleanUp(tasks: CleanUp, log: Log): Promise<void> {
  for (const [part, run] of Object.entries(tasks))
    await run().then(
      (removed) => log.info({ part, removed }, 'cleaned up'),
      (err) => log.error({ err, part }, 'a part of the clean-up failed'),
    )
}

async function stop(worker: PgBoss): Promise<void> {
  const finished = Promise.all(Object.values(queues).map((queue) => worker.offWork(queue, { wait: true })))
  await Promise.race([finished, pause(STOP_WITHIN_MS, undefined, { ref: false })])
  await worker.stop({ graceful: false })
}

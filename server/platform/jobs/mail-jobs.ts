import type { Job, JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import { MailRefused } from '../mail/refused-recipient.ts'
import { isReply, refusalOf } from '../mail/smtp-errors.ts'
import type { Log } from '../metrics/log.ts'
import { queues } from './boss.ts'
import type { JobHandlers, MailJob } from './jobs.ts'

/** Mails that leave side by side, so that one whose mail server does not answer holds up no other. */
const SENDERS = 4
const TOO_SLOW = 'Sending took too long, or the server was ended meanwhile.'

/** Begins to send what waits, and to keep what cannot be sent. */
export async function startMail(worker: PgBoss, { mail, undelivered }: JobHandlers, log: Log): Promise<void> {
  for (let sender = 0; sender < SENDERS; sender += 1) await startSender(worker, mail, log)
  const options = { includeMetadata: true, pollingIntervalSeconds: 5 } as const
  await worker.work(queues.failedMail, options, (jobs: JobWithMetadata<MailJob>[]) => keepEach(jobs, undelivered))
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
    const final = fault instanceof MailRefused
    log.error({ mail: data, ...output, ...(!isReply(fault) && { err: fault }), final }, 'a mail was not sent')
    return { id, status: final ? 'deadletter' : 'failed', output }
  }
}

async function keepEach(jobs: JobWithMetadata<MailJob>[], keep: JobHandlers['undelivered']): Promise<void> {
  for (const { data, sourceOutput, sourceRetryCount } of jobs)
    await keep(data, { refusal: refusalIn(sourceOutput), tries: (sourceRetryCount ?? 0) + 1 })
}

function refusalIn(output: object | null): string {
  return output && 'refusal' in output ? String(output.refusal) : TOO_SLOW
}

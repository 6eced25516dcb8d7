import type { Job, PgBoss } from 'pg-boss'
import type { Log } from '../metrics/log.ts'
import { queues } from './boss.ts'

/** Begins to read receipts, one at a time; at once again when one is read. */
export async function startReading(
  worker: PgBoss,
  read: (submissionId: number) => Promise<void>,
  log: Log,
): Promise<void> {
  const id: string = await worker.work(
    queues.reading,
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

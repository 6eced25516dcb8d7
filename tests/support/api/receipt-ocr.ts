import { randomInt } from 'node:crypto'
import type { Deps } from '../../../server/deps.ts'
import type { Found, OcrResult } from '../../../server/domains/receipt-ocr/ocr-result.ts'
import { handleOcrJob } from '../../../server/domains/receipt-ocr/receipt-ocr.service.ts'
import type { TestApp } from '../server/app.ts'

const HOUR = 3_600_000

type Said = Partial<{
  merchant: string
  totalSen: number
  date: string
  invoice: string
  numbers: string[]
  doubtful: string[]
  confidence: number
}>

/** What a picture says that says no more than this. */
export function anOcrResult({
  merchant,
  totalSen,
  date,
  invoice,
  numbers = [],
  doubtful = [],
  confidence = 0.9,
}: Said = {}): OcrResult {
  const found = <T>(value: T): Found<T> => ({ value, confidence, box: place })
  return {
    ...(merchant !== undefined && { merchant: found(merchant) }),
    ...(totalSen !== undefined && { total: found(totalSen) }),
    ...(date !== undefined && { date: found(date) }),
    ...(invoice !== undefined && { invoice: found(invoice) }),
    amounts: totalSen === undefined ? [] : [found(totalSen)],
    dates: date === undefined ? [] : [found(date)],
    words: [merchant, date, invoice].flatMap((text) => text?.split(' ').map(word) ?? []),
    numbers,
    doubtful,
  }
}

const place = { left: 0.125, top: 0.25, width: 0.25, height: 0.0625 }
const word = (text: string) => ({ text, confidence: 0.9, box: place })

/**
 * From now on every picture says this, or breaks the reader; answers how often one was read. A receipt that says anything has
 * numbers of its own, unless some are given.
 */
export function mockOcr({ deps }: Pick<TestApp, 'deps'>, reading: OcrResult | Error): () => number {
  let times = 0
  deps.reader = async () => {
    times += 1
    if (reading instanceof Error) throw reading
    return reading.words.length > 0 && reading.numbers.length === 0 ? { ...reading, numbers: ownNumbers() } : reading
  }
  return () => times
}

/** Random, so that no two receipts look alike. */
function ownNumbers(): string[] {
  return Array.from({ length: 8 }, () => String(randomInt(100_000_000, 1_000_000_000))).toSorted()
}

/** Reads what was sent as the job does, saying this. */
export async function read(deps: Deps, submissionId: number, reading: OcrResult): Promise<void> {
  mockOcr({ deps }, reading)
  await handleOcrJob(deps)(submissionId)
}

/** The receipts that wait to be read, the oldest first. */
export async function listOcrQueue({ deps }: Pick<TestApp, 'deps'>): Promise<number[]> {
  const { rows } = await deps.db.pool.query<{ id: number }>(
    `SELECT (data->>'submissionId')::int AS id FROM pgboss.job WHERE name = 'reading' AND state = 'created' ORDER BY created_on, 1`,
  )
  return rows.map(({ id }) => id)
}

/** Lets the pictures of a member have taken so many seconds of this hour. */
export async function useOcrSeconds({ db, now }: Deps, userId: number, seconds: number): Promise<void> {
  await db.pool.query({
    text: `INSERT INTO rate_counters (key, hits, expires_at) VALUES ($1, $2, $3)
           ON CONFLICT (key) DO UPDATE SET hits = excluded.hits`,
    values: [`reading-seconds|${userId}`, seconds, new Date(now().getTime() + HOUR)],
  })
}

/** Takes away the jobs that would read a receipt, as after the last of their tries. */
export async function removeOcrJobs({ db }: Pick<Deps, 'db'>, submissionId: number): Promise<void> {
  await db.pool.query({
    text: `DELETE FROM pgboss.job WHERE name = 'reading' AND (data->>'submissionId')::int = $1`,
    values: [submissionId],
  })
}

import type { Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { daysBefore } from '../security/ages.ts'
import { likeness } from './likeness.ts'
import type { Numbers } from './reading.ts'
import { findAlike, insertNumbers, insertTwins, removeOldNumbers } from './twins.store.ts'

/** From here on two receipts are taken for two pictures of one. */
const ALIKE = 0.55
const DAYS = 90
const MOST_NUMBERS = 100
/** One or two digits are on every receipt. */
const LEAST_LENGTH = 3

type Read = Numbers & { submissionId: number; merchantId: number; sentAt: Date }

/** Notes which of the merchant's receipts of the last 90 days show the same paper, and by which numbers this one is found. */
export async function noteTwins(tx: Queryable, { numbers, doubtful, sentAt, ...read }: Read): Promise<void> {
  const sought = { ...read, numbers: numbers.filter((number) => number.length >= LEAST_LENGTH).slice(0, MOST_NUMBERS) }
  const alike = await findAlike(tx, { ...sought, since: daysBefore(sentAt, DAYS) })
  const twins = alike.filter((other) => likeness({ numbers, doubtful }, other) >= ALIKE)
  await insertTwins(
    tx,
    read.submissionId,
    twins.map(({ id }) => id),
  )
  await insertNumbers(tx, sought)
}

/** Forgets the numbers of receipts among which no twin is looked for any more. */
export async function removeOutOfSight({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = daysBefore(now(), DAYS)
  let removed = 0
  for (let some = 1; some > 0; removed += some) some = await removeOldNumbers(db.pool, before)
  return removed
}

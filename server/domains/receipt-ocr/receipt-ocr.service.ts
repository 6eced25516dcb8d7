import { buffer } from 'node:stream/consumers'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import type { CleanUp, OcrHandler } from '../../platform/jobs/jobs.ts'
import { OcrError } from '../../platform/ocr/engine.ts'
import { Cancelled } from '../../platform/workers/fair-queue.ts'
import { MachineBusy, QueueFull } from '../../platform/workers/queue.ts'
import { compareWithPicture, type NamedMerchant } from './compare-facts.ts'
import { compareWaitingPhotos } from './duplicates/compare-photos.ts'
import { toPurchase } from './duplicates/compare-purchases.ts'
import { removeOldHashes } from './duplicates/deleted-receipts.service.ts'
import { recordSameNumbers, recordSimilarPictures, removeOldDuplicateData } from './duplicates/duplicates.service.ts'
import { insertFailedTry, moveNumbers } from './duplicates/duplicates.store.ts'
import { matchMerchants } from './facts/merchant-names.ts'
import { removeOldOffers } from './filled-in/filled-in.service.ts'
import { enqueueSecondReading, readSecondTime } from './filled-in/second-reading.service.ts'
import { findWithoutSecond } from './filled-in/second-reading.store.ts'
import { findRecentPreview, removeOldPreviews } from './ocr-preview/ocr-preview.service.ts'
import { findEarlyPreviews } from './ocr-preview/ocr-preview.store.ts'
import { OcrBudgetSpent, runInOcrQueue, waitForUploads } from './ocr-queue.ts'
import { type ActiveMerchant, type Comparison, type OcrResult, type TypedFacts, verdictsOf } from './ocr-result.ts'
import { READER_RELEASE } from './reader.ts'
import {
  deleteResult,
  findNotComparedWithoutJob,
  findOutdated,
  findReceiptForOcr,
  findReceiptsWithoutJob,
  findResult,
  findResultOfFile,
  insertResult,
  listActiveMerchants,
  lockTypedFacts,
  type ReceiptForOcr,
  updateComparison,
} from './receipt-ocr.store.ts'

/** OCR of a picture takes seconds: by then the queue has moved on. */
const FULL_QUEUE_SECONDS = 60
/** The retries of a job end some minutes after a receipt was sent. */
const RETRIES_END_MS = 10 * MINUTE_MS
const MAX_ENQUEUED = 200
/** A fingerprint gets as many tries as a job has, which take some eight minutes. */
const FINGERPRINT_TRIES = 5
/** After so many tries, half an hour, a busy machine is a failure: the picture itself may need too long. */
const BUSY_TRIES = 5
const MAX_PAUSE_SECONDS = 16 * FULL_QUEUE_SECONDS

export async function enqueueForOcr(tx: Queryable, { config, jobs }: Deps, submissionId: number): Promise<void> {
  if (config.RECEIPT_OCR === 'on') await jobs.enqueueOcr(tx, submissionId)
}

/** Enqueues OCR for a receipt that an operator has read again, in place of the result that it has. */
export async function enqueueAgain(tx: Queryable, { jobs }: Pick<Deps, 'jobs'>, submissionId: number): Promise<void> {
  await deleteResult(tx, submissionId)
  await jobs.enqueueOcr(tx, submissionId, { again: true })
}

/** Reads the picture and finds duplicates. The second reading is the next job's, so that each job ends in time. */
export function handleOcrJob(deps: Deps): OcrHandler {
  return async (submissionId, { tries = 0, again = false } = {}) => {
    const receipt = await findReceiptForOcr(deps.db.pool, submissionId, READER_RELEASE)
    const job = { submissionId, tries, again, isLast: tries >= BUSY_TRIES }
    if (receipt && !(await readNowOrLater(deps, job, receipt))) return
    await laterIfBusy(deps, job, true, async () => {
      await comparePhotos(deps, job)
      if (receipt) await enqueueSecondReading(deps, submissionId)
      else await readSecondTime(deps, submissionId, job.isLast)
    })
  }
}

/** `again`: an operator asked for it. `isLast`: if the machine is too busy again, that counts as a failure. */
type OcrJob = { submissionId: number; tries: number; again: boolean; isLast: boolean }

/** Reads the picture, or enqueues the job again and returns false, so that other members do not wait for it. */
async function readNowOrLater(deps: Deps, job: OcrJob, receipt: ReceiptForOcr): Promise<boolean> {
  const picture = await openPicture(deps, receipt)
  const { failedTries } = receipt
  const isCompared = failedTries !== null && (failedTries === 0 || failedTries >= FINGERPRINT_TRIES)
  return laterIfBusy(deps, job, receipt.again, async () => {
    if (!isCompared) await compareWithOthers(deps, job, picture)
    await storeResult(deps, job.submissionId, await readOnce(deps, job, receipt, picture))
  })
}

/** Without a free machine the pair stays recorded as not compared, until the hourly clean-up enqueues it. */
async function comparePhotos(deps: Deps, { submissionId, isLast }: OcrJob): Promise<void> {
  await compareWaitingPhotos(deps, submissionId).catch((error: unknown) => {
    if (!(isLast && error instanceof MachineBusy)) throw error
  })
}

async function laterIfBusy(
  deps: Deps,
  { submissionId, tries: before, again }: OcrJob,
  behind: boolean,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    const afterSeconds = secondsToWait(error, before)
    if (afterSeconds === undefined) throw error
    const tries = error instanceof MachineBusy ? before + 1 : before
    await deps.jobs.enqueueOcr(deps.db.pool, submissionId, { afterSeconds, behind, tries, again })
    return false
  }
}

function secondsToWait(error: unknown, tries: number): number | undefined {
  if (error instanceof OcrBudgetSpent) return error.retryAfterSeconds
  if (error instanceof MachineBusy) return Math.min(MAX_PAUSE_SECONDS, FULL_QUEUE_SECONDS * 2 ** tries)
  return error instanceof QueueFull || error instanceof Cancelled ? FULL_QUEUE_SECONDS : undefined
}

async function openPicture({ storage }: Deps, { pictureKey }: ReceiptForOcr): Promise<Buffer | undefined> {
  const stored = await storage.openRead(pictureKey)
  return stored && buffer(stored.stream)
}

/** An earlier result for the same file, or a new one; undefined if OCR fails. */
async function readOnce(
  deps: Deps,
  { submissionId, isLast, again: isAsked }: OcrJob,
  { userId, fileSha256, again }: ReceiptForOcr,
  picture: Buffer | undefined,
): Promise<OcrResult | undefined> {
  const known = isAsked
    ? undefined
    : ((await findRecentPreview(deps, userId, fileSha256)) ??
      (await findResultOfFile(deps.db.pool, fileSha256, READER_RELEASE)))
  if (known) return known
  await waitForUploads()
  if (!picture) return undefined
  try {
    const turn = { userId, purpose: again || isAsked ? 'again' : 'sent' } as const
    return await runInOcrQueue(deps, turn, (onCost) => deps.reader(picture, { onCost }))
  } catch (error) {
    if (error instanceof OcrError)
      deps.log.warn({ submission: submissionId, reason: error.reason, err: error.cause }, 'a receipt was not read')
    else if (isLast && error instanceof MachineBusy)
      deps.log.warn({ submission: submissionId, err: error }, 'a receipt was not read')
    else throw error
    return undefined
  }
}

/** Throws if the fingerprint fails: it is tried again before OCR, so that bulk approval is not offered meanwhile. */
async function compareWithOthers(
  deps: Deps,
  { submissionId, isLast }: OcrJob,
  picture: Buffer | undefined,
): Promise<void> {
  if (!picture) return
  const keypoints = await deps.fingerprint(picture).catch(async (error: unknown) => {
    if (error instanceof QueueFull && !(isLast && error instanceof MachineBusy)) throw error
    const tries = await recordFailedFingerprint(deps, submissionId)
    if (tries < FINGERPRINT_TRIES) throw error
    deps.log.warn({ submission: submissionId, err: error }, 'a receipt has no fingerprint')
  })
  if (!keypoints) return
  await inTransaction(deps.db.pool, async (tx) => {
    const locked = await lockTypedFacts(tx, submissionId)
    if (!locked) return
    const { sentAt, typed } = locked
    await recordSimilarPictures(tx, deps, { submissionId, merchantId: typed.merchantId, sentAt, keypoints })
  })
}

/** Returns the number of failures; as many as there are tries if the picture was deleted meanwhile. */
function recordFailedFingerprint({ db, now }: Deps, submissionId: number): Promise<number> {
  return inTransaction(db.pool, async (tx) =>
    (await lockTypedFacts(tx, submissionId)) ? insertFailedTry(tx, submissionId, now()) : FINGERPRINT_TRIES,
  )
}

async function storeResult(deps: Deps, submissionId: number, result: OcrResult | undefined): Promise<void> {
  const { db, now } = deps
  await inTransaction(db.pool, async (tx) => {
    const locked = await lockTypedFacts(tx, submissionId)
    if (!locked) return
    const compared = result ? await compareFacts(tx, result, locked.typed) : { comparison: undefined, matches: false }
    const isStored = await insertResult(tx, {
      submissionId,
      ocrVersion: READER_RELEASE,
      result,
      ...compared,
      at: now(),
    })
    if (!isStored || !result) return
    const { sentAt, typed } = locked
    const purchase = toPurchase(result)
    await recordSameNumbers(tx, deps, { submissionId, merchantId: typed.merchantId, sentAt, purchase })
  })
}

/** Compares the typed facts with the picture again, in the transaction that changes them. */
export async function repeatComparison(tx: Queryable, submissionId: number): Promise<void> {
  const found = await findResult(tx, submissionId)
  if (!found) return
  await updateComparison(tx, submissionId, await compareFacts(tx, found.result, found.typed))
  await moveNumbers(tx, submissionId)
}

async function compareFacts(
  tx: Queryable,
  result: OcrResult,
  typed: TypedFacts,
): Promise<{ comparison: Comparison; matches: boolean }> {
  const comparison = compareWithPicture(result, typed, nameMerchant(result, typed, await listActiveMerchants(tx)))
  return { comparison, matches: verdictsOf(comparison).every((verdict) => verdict === 'fits') }
}

/** Compares the typed facts of unread receipts with what was read before they were sent, by receipt id. */
export async function compareEarly(db: Queryable, ids: number[]): Promise<Map<number, Comparison>> {
  const previews = ids.length === 0 ? [] : await findEarlyPreviews(db, ids, READER_RELEASE)
  if (previews.length === 0) return new Map()
  const merchants = await listActiveMerchants(db)
  return new Map(
    previews.map(({ id, result, typed }) => [
      id,
      compareWithPicture(result, typed, nameMerchant(result, typed, merchants)),
    ]),
  )
}

/** The merchant that the picture names. The typed one is as good as another whose name fits equally. */
function nameMerchant(result: OcrResult, typed: TypedFacts, merchants: ActiveMerchant[]): NamedMerchant | undefined {
  const best = matchMerchants(result, merchants)
  const [first, equal] = best
  return best.find(({ id }) => id === typed.merchantId) ?? (first && equal ? { ...first, id: null } : first)
}

/** Enqueues receipts that lack a reading or comparison and a job, as after an outage. Deletes nothing: returns 0. */
async function enqueueReceiptsWithoutJob({ config, db, jobs, log, now, secondReader }: Deps): Promise<number> {
  if (config.RECEIPT_OCR === 'off') return 0
  const before = new Date(now().getTime() - RETRIES_END_MS)
  const lacking = { ocrVersion: READER_RELEASE, before, limit: MAX_ENQUEUED }
  const unread = await findReceiptsWithoutJob(db.pool, before, MAX_ENQUEUED)
  const withoutSecond = secondReader ? await findWithoutSecond(db.pool, lacking) : []
  const notCompared = (await findNotComparedWithoutJob(db.pool, before, MAX_ENQUEUED)).filter(
    (id) => !withoutSecond.includes(id),
  )
  for (const id of unread) await jobs.enqueueOcr(db.pool, id)
  for (const id of [...withoutSecond, ...notCompared]) await jobs.enqueueOcr(db.pool, id, { behind: true })
  const receipts = unread.length + withoutSecond.length + notCompared.length
  if (receipts > 0) log.warn({ receipts }, 'receipts without an OCR job are enqueued again')
  return 0
}

export function ocrCleanUp(deps: Deps): CleanUp {
  return {
    'receipts without an OCR job': () => enqueueReceiptsWithoutJob(deps),
    'numbers of old receipts': () => removeOldDuplicateData(deps),
    'hashes of receipts of deleted accounts': () => removeOldHashes(deps),
    'OCR previews': () => removeOldPreviews(deps),
    'offered facts': () => removeOldOffers(deps),
  }
}

/** Enqueues receipts with a result of an older release, which stays until it is replaced. Returns how many. */
export async function enqueueOutdated({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<number> {
  let count = 0
  for (let beyond = 0; ; ) {
    const ids = await findOutdated(db.pool, { ocrVersion: READER_RELEASE, beyond, limit: MAX_ENQUEUED })
    const last = ids.at(-1)
    if (last === undefined) return count
    await inTransaction(db.pool, async (tx) => {
      for (const id of ids) await jobs.enqueueOcr(tx, id, { behind: true })
    })
    count += ids.length
    beyond = last
  }
}

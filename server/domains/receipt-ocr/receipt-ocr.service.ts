import { buffer } from 'node:stream/consumers'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { CleanUp } from '../../platform/jobs/jobs.ts'
import { OcrError } from '../../platform/ocr/engine.ts'
import { QueueFull } from '../../platform/workers/queue.ts'
import { compare } from './compare-facts.ts'
import { removeDifferentPhotos } from './duplicates/compare-photos.ts'
import { toPurchase } from './duplicates/compare-purchases.ts'
import { recordSameNumbers, recordSimilarPictures, removeOldDuplicateData } from './duplicates/duplicates.service.ts'
import { insertFailedTry, moveNumbers } from './duplicates/duplicates.store.ts'
import { namedOnCampus } from './facts/merchant-names.ts'
import { findRecentAhead, removeOutdatedAhead } from './ocr-preview/ocr-preview.service.ts'
import { OcrBudgetSpent, runInOcrQueue, waitForUploads } from './ocr-queue.ts'
import type { Comparison, OcrResult, Typed } from './ocr-result.ts'
import { READER_RELEASE } from './reader.ts'
import {
  findLeftUnread,
  findOfFile,
  findOutdated,
  findRead,
  findUnread,
  holdTyped,
  insertReading,
  listCampusMerchants,
  type Unread,
  updateComparison,
} from './receipt-ocr.store.ts'

/** A picture is read in seconds: by then the line is another. */
const FULL_LINE_SECONDS = 60
/** The tries of a job end some minutes after a receipt was sent. */
const LEFT_AFTER_MS = 10 * 60_000
const ASKED_AT_ONCE = 200
/** As often as one job is tried: by then some eight minutes have passed. */
const FINGERPRINT_TRIES = 5

/** Asks for the reading of a receipt in the transaction that writes it; with reading off nothing is asked. */
export async function askForReading(tx: Queryable, { config, jobs }: Deps, submissionId: number): Promise<void> {
  if (config.READING === 'on') await jobs.enqueueOcr(tx, submissionId)
}

/** What is done for each receipt that waits to be read. It decides nothing, and nobody waits for it. */
export function readWaiting(deps: Deps): (submissionId: number) => Promise<void> {
  return async (submissionId) => {
    const unread = await findUnread(deps.db.pool, submissionId, READER_RELEASE)
    if (unread) await readNowOrLater(deps, submissionId, unread)
  }
}

/**
 * The picture is compared with others first. A member whose pictures took too long in this hour waits for the next one to have it
 * read, and a minute where too many wait already; the others do not wait for them.
 */
async function readNowOrLater(deps: Deps, submissionId: number, unread: Unread): Promise<void> {
  const picture = await openPicture(deps, unread)
  const { failedTries } = unread
  const isCompared = failedTries !== null && (failedTries === 0 || failedTries >= FINGERPRINT_TRIES)
  if (!isCompared) await compareWithOthers(deps, submissionId, picture)
  try {
    await keep(deps, submissionId, await readOnce(deps, submissionId, unread, picture))
  } catch (fault) {
    const afterSeconds = secondsToWait(fault)
    if (afterSeconds === undefined) throw fault
    await deps.jobs.enqueueOcr(deps.db.pool, submissionId, { afterSeconds, behind: unread.again })
  }
}

function secondsToWait(fault: unknown): number | undefined {
  if (fault instanceof OcrBudgetSpent) return fault.retryAfterSeconds
  return fault instanceof QueueFull ? FULL_LINE_SECONDS : undefined
}

async function openPicture({ storage }: Deps, { pictureKey }: Unread): Promise<Buffer | undefined> {
  const stored = await storage.openRead(pictureKey)
  return stored && buffer(stored.stream)
}

/** What was read of the same file before, or what is read now; undefined where the picture cannot be read. */
async function readOnce(
  deps: Deps,
  submissionId: number,
  { userId, fileSha256, again }: Unread,
  picture: Buffer | undefined,
): Promise<OcrResult | undefined> {
  const known =
    (await findRecentAhead(deps, userId, fileSha256)) ?? (await findOfFile(deps.db.pool, fileSha256, READER_RELEASE))
  if (known) return known
  await waitForUploads()
  if (!picture) return undefined
  try {
    return await runInOcrQueue(deps, { userId, purpose: again ? 'again' : 'sent' }, () => deps.reader(picture))
  } catch (fault) {
    if (!(fault instanceof OcrError)) throw fault
    deps.log.warn({ submission: submissionId, reason: fault.reason, err: fault.cause }, 'a receipt was not read')
    return undefined
  }
}

/**
 * Notes the receipts whose pictures look like this one, for which nothing needs to be read. Throws where the fingerprint failed, as
 * on a busy machine: it is tried again before the picture is read, so that nothing is approved among many meanwhile. After the last
 * try a picture is read and reviewed without one.
 */
async function compareWithOthers(deps: Deps, submissionId: number, picture: Buffer | undefined): Promise<void> {
  if (!picture) return
  const keypoints = await deps.fingerprint(picture).catch(async (fault: unknown) => {
    const tries = await noteFailedTry(deps, submissionId)
    if (tries < FINGERPRINT_TRIES) throw fault
    deps.log.warn({ submission: submissionId, err: fault }, 'a receipt has no fingerprint')
  })
  if (!keypoints) return
  await inTransaction(deps.db.pool, async (tx) => {
    const held = await holdTyped(tx, submissionId)
    if (!held) return
    const { sentAt, typed } = held
    await recordSimilarPictures(tx, { submissionId, merchantId: typed.merchantId, sentAt, keypoints }, deps.now())
  })
}

/** How often it has failed by now; for a receipt whose picture was removed meanwhile nothing is to be tried. */
function noteFailedTry({ db, now }: Deps, submissionId: number): Promise<number> {
  return inTransaction(db.pool, async (tx) =>
    (await holdTyped(tx, submissionId)) ? insertFailedTry(tx, submissionId, now()) : FINGERPRINT_TRIES,
  )
}

async function keep(deps: Deps, submissionId: number, reading: OcrResult | undefined): Promise<void> {
  const { db, now } = deps
  const doubted = await inTransaction(db.pool, async (tx) => {
    const held = await holdTyped(tx, submissionId)
    if (!held) return []
    const compared = reading ? await comparedWith(tx, reading, held.typed) : { comparison: undefined, fits: false }
    const kept = await insertReading(tx, { submissionId, reader: READER_RELEASE, reading, ...compared, at: now() })
    if (!kept || !reading) return []
    const { sentAt, typed } = held
    const purchase = toPurchase(reading)
    return recordSameNumbers(tx, { submissionId, merchantId: typed.merchantId, sentAt, purchase })
  })
  await removeDifferentPhotos(deps, submissionId, doubted)
}

/** Holds the facts against the picture anew, in the transaction that corrects them or gives them back. */
export async function compareAnew(tx: Queryable, submissionId: number): Promise<void> {
  const found = await findRead(tx, submissionId)
  if (!found) return
  await updateComparison(tx, submissionId, await comparedWith(tx, found.reading, found.typed))
  await moveNumbers(tx, submissionId)
}

async function comparedWith(
  tx: Queryable,
  reading: OcrResult,
  typed: Typed,
): Promise<{ comparison: Comparison; fits: boolean }> {
  const comparison = compare(reading, typed, namedOnCampus(reading, await listCampusMerchants(tx)))
  return { comparison, fits: Object.values(comparison).every(({ verdict }) => verdict === 'fits') }
}

/** Asks again for what waits unread with no job left, as after an outage; some each time. Nothing is removed. */
async function askForLeftUnread({ config, db, jobs, log, now }: Deps): Promise<number> {
  if (config.READING === 'off') return 0
  const before = new Date(now().getTime() - LEFT_AFTER_MS)
  const ids = await findLeftUnread(db.pool, before, ASKED_AT_ONCE)
  for (const id of ids) await jobs.enqueueOcr(db.pool, id)
  if (ids.length > 0) log.warn({ receipts: ids.length }, 'receipts that were left unread are asked for again')
  return 0
}

/** Forgets what serves no purpose any more, and asks again for receipts that were left unread. */
export function ocrCleanUp(deps: Deps): CleanUp {
  return {
    'receipts left unread': () => askForLeftUnread(deps),
    'numbers of old receipts': () => removeOldDuplicateData(deps),
    'readings ahead': () => removeOutdatedAhead(deps),
  }
}

const AT_ONCE = 200

/**
 * Enqueues the pictures of pending receipts that an older release has read, after all that were never read, and returns how many. The old
 * reading stays until it is replaced. Safe to repeat: what waits already is not enqueued twice.
 */
export async function enqueueOutdated({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<number> {
  let asked = 0
  for (let beyond = 0; ; ) {
    const ids = await findOutdated(db.pool, { reader: READER_RELEASE, beyond, limit: AT_ONCE })
    const last = ids.at(-1)
    if (last === undefined) return asked
    await inTransaction(db.pool, async (tx) => {
      for (const id of ids) await jobs.enqueueOcr(tx, id, { behind: true })
    })
    asked += ids.length
    beyond = last
  }
}

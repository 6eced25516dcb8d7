import { randomInt } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Deps } from '../../../server/deps.ts'
import type { Found, OcrResult } from '../../../server/domains/receipt-ocr/ocr-result.ts'
import { handleOcrJob, ocrCleanUp } from '../../../server/domains/receipt-ocr/receipt-ocr.service.ts'
import type { TestApp } from '../server/app.ts'
import { postForm } from './calls.ts'
import { fillLimit } from './rate-limits.ts'
import { type CreatedSubmission, createSubmission, insertReceipt } from './submissions.ts'

type Facts = Partial<{
  merchant: string
  totalSen: number
  date: string
  invoice: string
  numbers: string[]
  doubtful: string[]
  confidence: number
}>

/** An OCR result with only these facts. */
export function createOcrResult({
  merchant,
  totalSen,
  date,
  invoice,
  numbers = [],
  doubtful = [],
  confidence = 0.9,
}: Facts = {}): OcrResult {
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
 * From now on every OCR gives this result, or this error. Returns a count of the runs. A result with words gets random numbers, unless it has
 * some.
 */
export function mockOcr({ deps }: Pick<TestApp, 'deps'>, result: OcrResult | Error): () => number {
  let times = 0
  deps.reader = async () => {
    times += 1
    if (result instanceof Error) throw result
    return result.words.length > 0 && result.numbers.length === 0 ? { ...result, numbers: randomNumbers() } : result
  }
  return () => times
}

/** Random, so that no two receipts look alike. */
function randomNumbers(): string[] {
  return Array.from({ length: 8 }, () => String(randomInt(100_000_000, 1_000_000_000))).toSorted()
}

/** Runs the OCR job of a receipt with this result. */
export async function runOcrJob(deps: Deps, submissionId: number, result: OcrResult): Promise<void> {
  mockOcr({ deps }, result)
  await handleOcrJob(deps)(submissionId)
}

type Create<Given> = (deps: Deps, given?: Given) => Promise<CreatedSubmission>

/** Adds to a function that creates a receipt that its picture is read afterwards, with a given result. */
const readAfter =
  <Given>(create: Create<Given>) =>
  async (deps: Deps, result: OcrResult | ((made: CreatedSubmission) => OcrResult), given?: Given) => {
    const made = await create(deps, given)
    await runOcrJob(deps, made.id, typeof result === 'function' ? result(made) : result)
    return made
  }

/** A receipt whose picture was read with this result. */
export const createReadSubmission = readAfter(createSubmission)

const blankPictures = new WeakMap<Deps['storage'], Promise<string>>()

/** Of a picture with one spot, unlike that of any other. */
async function computeRandomFingerprint(): ReturnType<Deps['fingerprint']> {
  const bits = () => randomInt(2 ** 32)
  const margins: [number[], number[]] = [Array(32).fill(1), Array(32).fill(1)]
  return [{ x: 1, y: 1, size: 3, descriptor: [bits(), bits()], margins, rotated: [] }]
}

/** A receipt by rows alone, whose picture can be read but looks like no other. */
export async function insertReadableReceipt(deps: Deps, given: Parameters<typeof insertReceipt>[1] = {}) {
  deps.fingerprint = computeRandomFingerprint
  const pictureKey = blankPictures.get(deps.storage) ?? storeBlankPicture(deps)
  blankPictures.set(deps.storage, pictureKey)
  return insertReceipt(deps, { pictureKey: await pictureKey, ...given })
}

async function storeBlankPicture({ incoming, storage }: Deps): Promise<string> {
  const { path } = await incoming.receive(Readable.from(['blank']), { maxBytes: 10 })
  await storage.put(path, 'receipts/blank.webp')
  return 'receipts/blank.webp'
}

/** Like createReadSubmission(), by rows alone. */
export const insertReadReceipt = readAfter(insertReadableReceipt)

/** Chooses a picture in the form, as a member with these headers: it is read before its receipt is sent. */
export function askForPreview(server: Pick<TestApp, 'app'>, headers: Record<string, string>, picture: Buffer) {
  const receipt_image = new File([new Uint8Array(picture)], 'receipt.jpg', { type: 'image/jpeg' })
  return postForm(server, '/readings', { receipt_image }, headers)
}

/** Runs the hourly clean-up of OCR. */
export async function cleanUpOcr(deps: Deps): Promise<void> {
  for (const part of Object.values(ocrCleanUp(deps))) await part()
}

/** The receipts in the OCR queue, the oldest first. */
export async function listOcrQueue({ deps }: Pick<TestApp, 'deps'>): Promise<number[]> {
  const { rows } = await deps.db.pool.query<{ id: number }>(
    `SELECT (data->>'submissionId')::int AS id FROM pgboss.job WHERE name = 'reading' AND state = 'created' ORDER BY created_on, 1`,
  )
  return rows.map(({ id }) => id)
}

/** Uses up so many seconds of a member in this hour: of OCR, or of second readings. */
export const useOcrSeconds = (deps: Deps, userId: number, seconds: number, of = 'reading') =>
  fillLimit({ deps }, `${of}-seconds|${userId}`, seconds, 60)

/** Removes the OCR jobs of a receipt, as after their last try. */
export async function removeOcrJobs({ db }: Pick<Deps, 'db'>, submissionId: number): Promise<void> {
  await db.pool.query({
    text: `DELETE FROM pgboss.job WHERE name = 'reading' AND (data->>'submissionId')::int = $1`,
    values: [submissionId],
  })
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { decimalAmount } from '@stampus/contract/values/money'
import sharp from 'sharp'
import { isNear } from '../../../server/domains/receipt-ocr/facts/similar-characters.ts'
import { findRecentPreview } from '../../../server/domains/receipt-ocr/ocr-preview/ocr-preview.service.ts'
import { handleOcrJob } from '../../../server/domains/receipt-ocr/receipt-ocr.service.ts'
import { createSignedInMember } from '../../support/api/accounts.ts'
import { postForm } from '../../support/api/calls.ts'
import { createMerchant } from '../../support/api/merchants.ts'
import { sendReceipt } from '../../support/api/submissions.ts'
import { newInvoiceNumber } from '../../support/browser/people.ts'
import { type ReceiptFacts, receiptPath } from '../../support/browser/receipts.ts'
import { makeCopy } from '../../support/pictures/receipt-copies.ts'
import type { TestApp } from '../../support/server/app.ts'
import type { Random } from '../support/seeded-random.ts'

/** How a receipt of the queue is wrong; `right` is not. */
export type Kind = 'right' | 'mistyped' | 'cash as total' | 'other shop' | 'duplicate elsewhere' | 'unread' | 'cropped'
export type WrongCounts = Record<Exclude<Kind, 'right'>, number>

/** A receipt to send: `sen` and `shop` are what its member types. */
type QueuedReceipt = { kind: Kind; truth: ReceiptFacts; sen: number; shop: string }
export type SubmittedReceipt = QueuedReceipt & { id: number }

const senOf = ({ total }: ReceiptFacts) => Math.round(Number(total) * 100)

/**
 * Draws a queue of correct receipts and wrong ones of each kind in random order. Each duplicate follows its original.
 */
export function drawQueue(truths: ReceiptFacts[], right: number, wrongs: WrongCounts, random: Random): QueuedReceipt[] {
  const shops = [...new Set(truths.map(({ company }) => company))]
  const otherShop = ({ company }: ReceiptFacts) => random.pick(shops.filter((shop) => !isNear(shop, company)))
  const rest = random.shuffle(truths)
  const plain = (kind: Kind, truth: ReceiptFacts): QueuedReceipt => ({
    kind,
    truth,
    sen: senOf(truth),
    shop: truth.company,
  })
  const take = (kind: Kind, count: number) => rest.splice(0, count).map((truth) => plain(kind, truth))
  const rightOnes = take('right', right)
  const originals = random.shuffle(rightOnes).slice(0, wrongs['duplicate elsewhere'])
  const others = [
    ...take('mistyped', wrongs.mistyped).map((slip) => ({ ...slip, sen: changeDigit(slip.sen, random) })),
    ...take('cash as total', wrongs['cash as total']),
    ...take('other shop', wrongs['other shop']).map((slip) => ({ ...slip, shop: otherShop(slip.truth) })),
    ...take('unread', wrongs.unread).map((slip) => ({ ...slip, sen: slip.sen + 1000 })),
    ...take('cropped', wrongs.cropped).map((slip) => ({ ...slip, sen: slip.sen + 1000 })),
  ]
  const duplicates = originals.map(({ truth }) => ({ ...plain('duplicate elsewhere', truth), shop: otherShop(truth) }))
  return random.shuffle([...rightOnes, ...others]).concat(duplicates)
}

/** The same amount with one digit changed. */
function changeDigit(sen: number, random: Random): number {
  const digits = String(sen)
  const at = random.below(digits.length)
  const other = random.pick([...'123456789'].filter((digit) => digit !== digits[at]))
  return Number(digits.slice(0, at) + other + digits.slice(at + 1))
}

/** Submits every receipt as a new member who types the invoice number that is printed, and reads all pictures. */
export async function submitQueue(
  server: TestApp,
  slips: QueuedReceipt[],
  random: Random,
): Promise<SubmittedReceipt[]> {
  const shops = new Map<string, number>()
  for (const name of new Set(slips.flatMap(({ truth, shop }) => [truth.company, shop]))) {
    const known = [...shops].find(([other]) => isNear(name, other))?.[1]
    // One shop has two spellings.
    shops.set(name, known ?? (await createMerchant(server.deps, { name })).id)
  }
  const submitted: SubmittedReceipt[] = []
  for (const slip of slips) submitted.push(await send(server, slip, shops, random))
  for (const { id } of submitted) await handleOcrJob(server.deps)(id)
  return submitted
}

async function send(
  server: TestApp,
  slip: QueuedReceipt,
  shops: Map<string, number>,
  random: Random,
): Promise<SubmittedReceipt> {
  const { deps } = server
  const picture = await pictureOf(slip, random)
  const member = await createSignedInMember(deps)
  const receipt_image = new File([new Uint8Array(picture.bytes)], picture.name, { type: picture.type })
  const { body } = await postForm(server, '/readings', { receipt_image }, member.headers)
  const sha256 = createHash('sha256').update(picture.bytes).digest()
  const preview = await findRecentPreview(deps, member.id, sha256)
  // The reading only tells this test the printed number; facts that were offered would count as filled in, not typed.
  await deps.db.pool.query('DELETE FROM offered_facts')
  const amounts = preview?.amounts.map(({ value }) => value) ?? []
  const sen = slip.kind === 'cash as total' ? cashOf(amounts, slip.sen) : slip.sen
  const fields = {
    merchant_id: shops.get(slip.shop) ?? 0,
    purchase_date: slip.truth.day,
    purchase_amount: decimalAmount(sen),
    invoice_number: String(body.data?.invoice_number ?? newInvoiceNumber()),
  }
  const answer = await sendReceipt(server, member.headers, fields, picture)
  if (answer.statusCode !== 201) throw new Error(`${slip.truth.file}: ${answer.body}`)
  return { ...slip, sen, id: answer.json().data.id }
}

/** The smallest amount above the total on the receipt, such as the cash given, or the next note. */
function cashOf(amounts: number[], total: number): number {
  const above = amounts.filter((sen) => sen > total && sen < 10 * total)
  return above.length > 0 ? Math.min(...above) : Math.ceil((total + 1) / 1000) * 1000
}

async function pictureOf({ kind, truth }: QueuedReceipt, random: Random) {
  if (kind === 'duplicate elsewhere')
    return jpeg(await makeCopy('photographed', pathOf(truth.file), random.below(1000)))
  if (kind === 'unread') return jpeg(await illegible(pathOfJpeg(truth)))
  if (kind === 'cropped') return jpeg(await upperHalf(pathOfJpeg(truth)))
  const type = truth.file.endsWith('.heic') ? 'image/heic' : 'image/jpeg'
  return { bytes: await readFile(pathOf(truth.file)), name: truth.file, type }
}

const jpeg = (bytes: Buffer) => ({ bytes, name: 'receipt.jpg', type: 'image/jpeg' })

/** So small and out of focus that it cannot be read. */
async function illegible(path: string): Promise<Buffer> {
  const small = await sharp(path).resize(90).blur(2).png().toBuffer()
  return sharp(small).resize(800).jpeg().toBuffer()
}

/** Without the total and everything below it. */
async function upperHalf(path: string): Promise<Buffer> {
  const { data, info } = await sharp(path).rotate().jpeg().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return sharp(data)
    .extract({ left: 0, top: 0, width, height: Math.round(height / 2) })
    .jpeg()
    .toBuffer()
}

const pathOfJpeg = ({ file }: ReceiptFacts) => pathOf(file.replace('.heic', '.jpg'))

function pathOf(file: string): string {
  const path = receiptPath(file)
  if (!path) throw new Error(`There is no picture ${file}`)
  return path
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { PlainReceipts } from '@stampus/contract/console/bulk'
import { decimalAmount } from '@stampus/contract/values/money'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isNear } from '../../../server/domains/receipt-ocr/facts/similar-characters.ts'
import { findRecentPreview } from '../../../server/domains/receipt-ocr/ocr-preview/ocr-preview.service.ts'
import { handleOcrJob } from '../../../server/domains/receipt-ocr/receipt-ocr.service.ts'
import { createSignedInMember } from '../../support/api/accounts.ts'
import { postForm } from '../../support/api/calls.ts'
import { createDesk } from '../../support/api/desk.ts'
import { createMerchant } from '../../support/api/merchants.ts'
import { sendReceipt } from '../../support/api/submissions.ts'
import { newInvoiceNumber } from '../../support/browser/people.ts'
import { type ReceiptFacts, readReceiptFacts, receiptPath } from '../../support/browser/receipts.ts'
import { makeCopy } from '../../support/pictures/receipt-copies.ts'
import type { TestApp } from '../../support/server/app.ts'
import { full, printFigures } from '../profile.ts'
import { createEnvironment, type Environment } from '../support/environment.ts'
import { seededRandom } from '../support/seeded-random.ts'

/** How many receipts of a queue are wrong in which way. A duplicate is another photograph of one that is right. */
const COUNTS = full
  ? { right: 21, mistyped: 4, 'cash as total': 4, 'other shop': 3, unread: 2, cropped: 3, duplicate: 3 }
  : { right: 6, mistyped: 1, 'cash as total': 1, 'other shop': 1, unread: 1, cropped: 1, duplicate: 1 }
/** Of the correct receipts: 12 of 21. */
const OFFERED_AT_LEAST = (COUNTS.right * 12) / 21
const LOOK_MS = 1000

type Kind = keyof typeof COUNTS
/** A receipt to send: `sen` and `shop` are what its member types. */
type Slip = { kind: Kind; truth: ReceiptFacts; sen: number; shop: string }

const random = seededRandom('approve many')
let environment: Environment
let server: TestApp
beforeAll(async () => {
  environment = await createEnvironment('embedded')
  server = await environment.openApp({ MAX_RECEIPT_AGE_DAYS: '36500' })
})
afterAll(async () => {
  await server?.close()
  await environment?.remove()
})

const hasReceipts = receiptPath('truth.json') !== undefined
if (!hasReceipts) console.warn('approving many receipts: SKIPPED, this machine has no photographed receipts')

test.skipIf(!hasReceipts)(
  'approving many receipts without looking approves no wrong receipt, and most of the correct ones',
  async () => {
    const slips = drawQueue(readReceiptFacts(40))
    const shops = await createShops(slips)
    const sent: { slip: Slip; id: number }[] = []
    for (const slip of slips) sent.push({ slip, id: await send(slip, shops) })
    for (const { id } of sent) await handleOcrJob(server.deps)(id)
    const approved = await approveEverything()
    const passed = sent.filter(({ id }) => approved.has(id)).map(({ slip }) => slip)
    const right = passed.filter(({ kind }) => kind === 'right')
    printFigures('approve many', { sent: sent.length, approved: passed.length, right: right.length })
    expect(passed.filter((slip) => !right.includes(slip))).toEqual([])
    expect(right.length).toBeGreaterThanOrEqual(OFFERED_AT_LEAST)
  },
)

/** Receipts of each kind in random order. Each duplicate follows its original. */
function drawQueue(truths: ReceiptFacts[]): Slip[] {
  const shops = [...new Set(truths.map(({ company }) => company))]
  const rest = random.shuffle(truths)
  const draw = (kind: Kind, truth: ReceiptFacts): Slip => {
    const sen = Math.round(Number(truth.total) * 100)
    const isElsewhere = kind === 'other shop' || kind === 'duplicate'
    return {
      kind,
      truth,
      sen: kind === 'mistyped' ? changeDigit(sen) : kind === 'unread' || kind === 'cropped' ? sen + 1000 : sen,
      shop: isElsewhere ? random.pick(shops.filter((shop) => !isNear(shop, truth.company))) : truth.company,
    }
  }
  const { duplicate, ...counts } = COUNTS
  const slips = Object.entries(counts).flatMap(([kind, count]) =>
    rest.splice(0, count).map((truth) => draw(kind as Kind, truth)),
  )
  const originals = slips.filter(({ kind }) => kind === 'right').slice(0, duplicate)
  return [...random.shuffle(slips), ...originals.map(({ truth }) => draw('duplicate', truth))]
}

/** The same amount with one digit changed. */
function changeDigit(sen: number): number {
  const digits = String(sen)
  const at = random.below(digits.length)
  const other = random.pick([...'123456789'].filter((digit) => digit !== digits[at]))
  return Number(digits.slice(0, at) + other + digits.slice(at + 1))
}

/** The ids of the shops by name. One shop has two spellings. */
async function createShops(slips: Slip[]): Promise<Map<string, number>> {
  const shops = new Map<string, number>()
  for (const name of new Set(slips.flatMap(({ truth, shop }) => [truth.company, shop]))) {
    const known = [...shops].find(([other]) => isNear(name, other))?.[1]
    shops.set(name, known ?? (await createMerchant(server.deps, { name })).id)
  }
  return shops
}

/** Submits a receipt as a new member who types the invoice number that is printed. Returns its id. */
async function send(slip: Slip, shops: Map<string, number>): Promise<number> {
  const { deps } = server
  const picture = await pictureOf(slip)
  const member = await createSignedInMember(deps)
  const receipt_image = new File([new Uint8Array(picture.bytes)], picture.name, { type: picture.type })
  const { body } = await postForm(server, '/readings', { receipt_image }, member.headers)
  const preview = await findRecentPreview(deps, member.id, createHash('sha256').update(picture.bytes).digest())
  // The reading only tells this test what is printed; facts that were offered would count as filled in, not typed.
  await deps.db.pool.query('DELETE FROM offered_facts')
  // The smallest amount above the total, such as the cash given, or the next note.
  const above = preview?.amounts.map(({ value }) => value).filter((sen) => sen > slip.sen && sen < 10 * slip.sen) ?? []
  const cash = above.length > 0 ? Math.min(...above) : Math.ceil((slip.sen + 1) / 1000) * 1000
  const fields = {
    merchant_id: shops.get(slip.shop) ?? 0,
    purchase_date: slip.truth.day,
    purchase_amount: decimalAmount(slip.kind === 'cash as total' ? cash : slip.sen),
    invoice_number: String(body.data?.invoice_number ?? newInvoiceNumber()),
  }
  const answer = await sendReceipt(server, member.headers, fields, picture)
  if (answer.statusCode !== 201) throw new Error(`${slip.truth.file}: ${answer.body}`)
  return answer.json().data.id
}

async function pictureOf({ kind, truth }: Slip) {
  const { file } = truth
  const path = receiptPath(file) ?? ''
  const upright = sharp(receiptPath(file.replace('.heic', '.jpg'))).rotate()
  const jpeg = (bytes: Buffer) => ({ bytes, name: 'receipt.jpg', type: 'image/jpeg' })
  if (kind === 'duplicate') return jpeg(await makeCopy('photographed', path, random.below(1000)))
  if (kind === 'unread') {
    // So small and out of focus that it cannot be read.
    const small = await upright.resize(90).blur(2).png().toBuffer()
    return jpeg(await sharp(small).resize(800).jpeg().toBuffer())
  }
  if (kind === 'cropped') {
    // Without the total and everything below it.
    const { data, info } = await upright.jpeg().toBuffer({ resolveWithObject: true })
    const half = { left: 0, top: 0, width: info.width, height: Math.round(info.height / 2) }
    return jpeg(await sharp(data).extract(half).jpeg().toBuffer())
  }
  return { bytes: await readFile(path), name: file, type: file.endsWith('.heic') ? 'image/heic' : 'image/jpeg' }
}

/** Approves everything that is offered, page by page, as soon as the server allows it; returns the approved ids. */
async function approveEverything(): Promise<Set<number>> {
  const desk = await createDesk(server)
  const approved = new Set<number>()
  for (let after = '', has_more = true; has_more; ) {
    const offered = await desk.call<PlainReceipts>('GET', `/bulk${after}`)
    const ids = offered.data.map(({ id }) => id)
    if (ids.length === 0) break
    server.travel(LOOK_MS)
    const done = await desk.call<{ approved: number[] }>('POST', '/bulk', { ids, offer: offered.offer })
    for (const id of done.approved) approved.add(id)
    after = `?after=${ids.at(-1)}`
    has_more = offered.has_more
  }
  return approved
}

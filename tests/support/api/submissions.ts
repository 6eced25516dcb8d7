import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { RECEIPT_MAX_BYTES } from '@stampus/contract/limits'
import { dayIn } from '@stampus/contract/values/days'
import { invoiceKey } from '@stampus/contract/values/invoices'
import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import type { Deps } from '../../../server/deps.ts'
import { submit } from '../../../server/domains/submissions/submissions.service.ts'
import { insertSubmission } from '../../../server/domains/submissions/submissions.store.ts'
import type { TestApp } from '../server/app.ts'
import { createMember } from './accounts.ts'
import { encode } from './calls.ts'
import { createMerchant } from './merchants.ts'

export type Fields = {
  merchant_id: number | string
  purchase_date: string
  purchase_amount: string
  invoice_number: string
}

let invoices = 1000

/** A small photo that differs from every other. */
export async function createRandomPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width: 60, height: 120, channels: 3, background: '#ffffff', noise } })
    .jpeg()
    .toBuffer()
}

/** The form fields of a receipt of today. Every call returns a new invoice number. */
export function receiptFields(deps: Pick<Deps, 'config' | 'now'>, merchantId: number, given: Partial<Fields> = {}) {
  invoices += 1
  const today = dayIn(deps.config.TIME_ZONE, deps.now())
  const fields = { purchase_date: today, purchase_amount: '25.00', invoice_number: String(invoices) }
  return { merchant_id: merchantId, ...fields, ...given }
}

export type CreatedSubmission = { id: number; userId: number; merchantId: number; invoiceNo: string }
type SubmissionOptions = Partial<{
  userId: number
  merchantId: number
  amountSen: number
  invoiceNo: string
  date: string
  photo: Buffer
  key: string
  corrects: number
}>

/** A pending submission with a real picture. Creates its own member and merchant unless they are given. */
export async function createSubmission(deps: Deps, given: SubmissionOptions = {}): Promise<CreatedSubmission> {
  const userId = given.userId ?? (await createMember(deps)).id
  const merchantId = given.merchantId ?? (await createMerchant(deps)).id
  const fields = receiptFields(deps, merchantId)
  const facts = {
    merchant_id: merchantId,
    purchase_date: given.date ?? fields.purchase_date,
    purchase_amount: given.amountSen ?? 2500,
    invoice_number: given.invoiceNo ?? fields.invoice_number,
    ...(given.corrects && { corrects: given.corrects }),
  }
  const incoming = await deps.incoming.receive(Readable.from([given.photo ?? (await createRandomPhoto())]), {
    maxBytes: RECEIPT_MAX_BYTES,
  })
  try {
    const file = { name: 'receipt.jpg', type: 'image/jpeg', incoming }
    const id = await submit(deps, { userId, facts, file, key: given.key })
    return { id, userId, merchantId, invoiceNo: facts.invoice_number }
  } finally {
    await incoming.discard()
  }
}

type Receipt = Omit<SubmissionOptions, 'key' | 'photo'> & { photo?: string | Buffer; pictureKey?: string }

/**
 * A pending submission by rows alone, where nobody opens its picture: none is stored. Two receipts with the same bytes as
 * `photo` have the same file. Creates its own member and merchant unless they are given.
 */
export async function insertReceipt(
  deps: Pick<Deps, 'db' | 'now' | 'config' | 'responseCache'>,
  given: Receipt = {},
): Promise<CreatedSubmission> {
  const userId = given.userId ?? (await createMember(deps)).id
  const merchantId = given.merchantId ?? (await createMerchant(deps)).id
  const { purchase_date, invoice_number } = receiptFields(deps, merchantId)
  const { invoiceNo = invoice_number, date = purchase_date, amountSen = 2500, photo = randomUUID() } = given
  const name = `receipts/${randomUUID()}`
  const files = {
    original: `${name}-original.jpg`,
    full: given.pictureKey ?? `${name}-full.webp`,
    thumb: `${name}-thumb.webp`,
  }
  const picture = { files, placeholder: 'data:image/webp;base64,AAAA', width: 60, height: 120 }
  const id = await insertSubmission(deps.db.pool, {
    ...{ userId, merchantId, invoiceNo, invoiceKey: invoiceKey(invoiceNo), purchaseDate: date, amountSen, ...picture },
    corrects: given.corrects,
    fileSha256: createHash('sha256').update(photo).digest(),
    at: deps.now(),
  })
  return { id, userId, merchantId, invoiceNo }
}

export type SentPicture = { bytes: Buffer; name?: string; type?: string }

/** A receipt as form data. */
export function receiptForm(fields: Record<string, string | number>, picture?: SentPicture): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  if (!picture) return form
  const { bytes, name = 'receipt.jpg', type = 'image/jpeg' } = picture
  form.set('receipt_image', new File([new Uint8Array(bytes)], name, { type }))
  return form
}

/** Sends a receipt as a browser does, as multipart form data. */
export async function sendReceipt(
  { app }: Pick<TestApp, 'app'>,
  headers: Record<string, string>,
  fields: Record<string, string | number>,
  picture?: SentPicture,
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: '/api/submissions',
    ...(await encode(receiptForm(fields, picture), headers)),
  })
}

/** Inserts rejected copies of the merchant's only submission. */
export async function insertRejectedCopies({ db }: Pick<Deps, 'db'>, merchantId: number, count: number): Promise<void> {
  await db.pool.query({
    text: `INSERT INTO submissions (user_id, merchant_id, purchase_date, amount_sen, invoice_no, invoice_key, file_sha256,
       picture_width, picture_height, status, created_at)
     SELECT user_id, merchant_id, purchase_date, n, n, n, file_sha256, 1, 1, 'rejected',
       date_trunc('second', created_at) - n / 3 * interval '1 second'
     FROM submissions, generate_series(1, $2::int) n WHERE merchant_id = $1`,
    values: [merchantId, count],
  })
}

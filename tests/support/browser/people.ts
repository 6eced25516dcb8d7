import { randomBytes, randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { currentUser, login, logout, register, verifyEmail } from '@stampus/contract/accounts'
import type { Merchant } from '@stampus/contract/merchants'
import { list as merchants } from '@stampus/contract/merchants'
import { create, type Submission } from '@stampus/contract/submissions'
import { demoMembers, demoOperators } from '../../../demo/content.ts'
import { drawReceipt } from '../../../demo/receipts/receipt-drawing.ts'
import { bearerHeader, callApi } from './api.ts'
import { waitForMail } from './mailbox.ts'
import { receiptPath } from './receipts.ts'
import type { ServerUnderTest } from './server-under-test.ts'

export type Person = { name: string; email: string; password: string }
export type Member = Person & { id: number; token: string }

/** The demo member whose history has every status, and the demo operators. */
export const aisyah = findPerson(demoMembers, 'Aisyah binti Rahman')
export const reviewer = findPerson(demoOperators, 'Farid Hakimi')
export const manager = findPerson(demoOperators, 'Tan Mei Fong')

export function findPerson(people: readonly Person[], name: string): Person {
  const person = people.find((one) => one.name === name)
  if (!person) throw new Error(`The demo has no ${name}`)
  return person
}

/** A person who is not registered yet, with a unique name and address. */
export function newPerson(name = 'Nurul Izzah'): Person {
  const mark = randomBytes(5).toString('hex')
  return { name: `${name} ${mark}`, email: `${mark}@student.campus.edu.my`, password: 'Teh-Tarik-2-Gelas' }
}

/** A member who has registered and not yet opened the mail. */
export async function registerUnverifiedMember(server: ServerUnderTest, person = newPerson()): Promise<Member> {
  const { name, email, password } = person
  const { user, token } = await callApi(server, register, { name, email, password, password_confirmation: password })
  return { ...person, id: user.id, token }
}

/** A member who has registered and verified the address. */
export async function registerMember(server: ServerUnderTest, person = newPerson()): Promise<Member> {
  const member = await registerUnverifiedMember(server, person)
  return { ...member, token: (await openVerificationLink(server, member)).token ?? member.token }
}

/** Opens the link in a person's mail with their password, as on another device. */
export async function openVerificationLink(server: ServerUnderTest, { email, password }: Person) {
  const { link = '' } = await waitForMail(`${server.dataDir}/mail`, email)
  const { id = '', hash = '', expires = '', signature = '' } = Object.fromEntries(new URL(link).searchParams)
  return callApi(server, verifyEmail, { id, hash, expires, signature, password })
}

/** Logs a member in, as on another device. */
export async function logInElsewhere(server: ServerUnderTest, { email, password }: Person): Promise<Member> {
  const { user, token } = await callApi(server, login, { email, password })
  return { name: user.name, email, password, id: user.id, token }
}

/** Ends a session on the server without the browser's knowledge. */
export async function logOutElsewhere(server: ServerUnderTest, token: string): Promise<void> {
  await callApi(server, logout, {}, bearerHeader(token))
}

/** Whether the server still accepts a token. */
export async function isTokenValid(server: ServerUnderTest, token: string): Promise<boolean> {
  return callApi(server, currentUser, {}, bearerHeader(token)).then(
    () => true,
    () => false,
  )
}

export async function findMerchant(server: ServerUnderTest, search: string): Promise<Merchant> {
  const [merchant] = (await callApi(server, merchants, { search, is_active: '1' })).data
  if (!merchant) throw new Error(`No merchant is named ${search}`)
  return merchant
}

/**
 * Receipts with the same `picture` show the same paper; the default is always the same. `corrects` is the id of a
 * rejected receipt.
 */
type SubmissionInput = {
  merchant?: string
  amount?: string
  invoice?: string
  date?: string
  picture?: string
  corrects?: number
}

/** Submits a receipt of a member. */
export async function submitReceipt(
  server: ServerUnderTest,
  member: Member,
  sent: SubmissionInput = {},
): Promise<Submission> {
  const { merchant = 'Warung Kak Ros', amount = '23.50', invoice = newInvoiceNumber(), date = '2026-10-05' } = sent
  const { picture, corrects } = sent
  const { buffer, mimeType } = await drawPicture(picture)
  const facts = { purchase_date: date, purchase_amount: amount, invoice_number: invoice, ...(corrects && { corrects }) }
  const file = new File([new Uint8Array(buffer)], 'receipt.jpg', { type: mimeType })
  const input = { ...facts, merchant_id: (await findMerchant(server, merchant)).id, receipt_image: file }
  return (await callApi(server, create, input, bearerHeader(member.token))).data
}

/** A unique invoice number. */
export const newInvoiceNumber = () => `${randomInt(1_000_000, 9_999_999)}${randomInt(1_000_000, 9_999_999)}`

export type Picture = { name: string; mimeType: string; buffer: Buffer }

/** The photograph of that name, or a drawn one where this machine does not have it. */
export async function loadReceiptPicture(name: string): Promise<Picture> {
  const path = receiptPath(name)
  if (!path) return drawPicture(name)
  const mimeType = name.endsWith('.heic') ? 'image/heic' : 'image/jpeg'
  return { name: basename(path), mimeType, buffer: await readFile(path) }
}

const drawn = new Map<string, Promise<Buffer>>()

/** A drawn photograph of a receipt; another `invoice` gives another picture. */
export async function drawPicture(invoice = '700144'): Promise<Picture> {
  const picture = drawn.get(invoice) ?? draw(invoice)
  drawn.set(invoice, picture)
  return { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: await picture }
}

function draw(invoice: string) {
  return drawReceipt({
    merchant: 'Warung Kak Ros',
    address: 'Lot 3, Medan Selera Siswa',
    invoice,
    date: '2026-10-05',
    time: '12:40',
    items: [{ name: 'Nasi lemak ayam', qty: 2, sen: 1175 }],
    totalSen: 2350,
  })
}

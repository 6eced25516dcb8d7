import { randomBytes, randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { currentUser, login, logout, register, verifyEmail } from '@stampus/contract/accounts'
import type { Merchant } from '@stampus/contract/merchants'
import { list as merchants } from '@stampus/contract/merchants'
import { create, type Submission } from '@stampus/contract/submissions'
import { demoMembers, demoOperators } from '../../../demo/people.ts'
import { drawReceipt } from '../../../demo/receipt-drawing.ts'
import { bearing, call } from './api.ts'
import { waitForMail } from './mailbox.ts'
import { receiptPath, type Truth } from './receipts.ts'
import type { ServerUnderTest } from './server-under-test.ts'

export type Person = { name: string; email: string; password: string }
export type Member = Person & { id: number; token: string }

/** The demo member whose history holds every status, and the demo operators. */
export const aisyah = named(demoMembers, 'Aisyah binti Rahman')
export const reviewer = named(demoOperators, 'Farid Hakimi')
export const manager = named(demoOperators, 'Tan Mei Fong')

function named(people: readonly Person[], name: string): Person {
  const person = people.find((one) => one.name === name)
  if (!person) throw new Error(`The demo knows no ${name}`)
  return person
}

/** Somebody who is not registered yet; no two have the same name or address. */
export function somebody(name = 'Nurul Izzah'): Person {
  const mark = randomBytes(5).toString('hex')
  return { name: `${name} ${mark}`, email: `${mark}@student.campus.edu.my`, password: 'Teh-Tarik-2-Gelas' }
}

/** A person who has registered and not yet opened the mail. */
export async function anUnverified(server: ServerUnderTest, person = somebody()): Promise<Member> {
  const { name, email, password } = person
  const { user, token } = await call(server, register, { name, email, password, password_confirmation: password })
  return { ...person, id: user.id, token }
}

/** A person who has registered and verified the address. */
export async function aMember(server: ServerUnderTest, person = somebody()): Promise<Member> {
  const member = await anUnverified(server, person)
  return { ...member, token: (await openMail(server, member)).token ?? member.token }
}

/** Opens the link in a person's mail, as on another device, with the password that they chose. */
export async function openMail(server: ServerUnderTest, { email, password }: Person) {
  const { link = '' } = await waitForMail(`${server.dataDir}/mail`, email)
  const { id = '', hash = '', expires = '', signature = '' } = Object.fromEntries(new URL(link).searchParams)
  return call(server, verifyEmail, { id, hash, expires, signature, password })
}

/** Signs a person in as another device would. */
export async function signInElsewhere(server: ServerUnderTest, { email, password }: Person): Promise<Member> {
  const { user, token } = await call(server, login, { email, password })
  return { name: user.name, email, password, id: user.id, token }
}

/** Makes the server forget a token of which the browser knows nothing. */
export async function signOutElsewhere(server: ServerUnderTest, token: string): Promise<void> {
  await call(server, logout, {}, bearing(token))
}

/** Whether the server still takes a token. */
export async function isLive(server: ServerUnderTest, token: string): Promise<boolean> {
  return call(server, currentUser, {}, bearing(token)).then(
    () => true,
    () => false,
  )
}

export async function merchantNamed(server: ServerUnderTest, search: string): Promise<Merchant> {
  const [merchant] = (await call(server, merchants, { search, is_active: '1' })).data
  if (!merchant) throw new Error(`No merchant is named ${search}`)
  return merchant
}

/** Receipts of the same `picture` show one paper; without any they show the same. `corrects` is a rejected receipt. */
type Sent = { merchant?: string; amount?: string; invoice?: string; date?: string; picture?: string; corrects?: number }

/** A receipt that a member has sent. */
export async function aSubmission(server: ServerUnderTest, member: Member, sent: Sent = {}): Promise<Submission> {
  const { merchant = 'Warung Kak Ros', amount = '23.50', invoice = anInvoice(), date = '2026-10-05' } = sent
  const { picture, corrects } = sent
  const { buffer, mimeType } = await aPicture(picture)
  const facts = { purchase_date: date, purchase_amount: amount, invoice_number: invoice, ...(corrects && { corrects }) }
  const file = new File([new Uint8Array(buffer)], 'receipt.jpg', { type: mimeType })
  const input = { ...facts, merchant_id: (await merchantNamed(server, merchant)).id, receipt_image: file }
  return (await call(server, create, input, bearing(member.token))).data
}

/** A real receipt that a member has sent, as it was printed. */
export async function aRealReceipt(server: ServerUnderTest, member: Member, { file, day, total }: Truth) {
  const { name, mimeType, buffer } = await aReceipt(file)
  const { id } = await merchantNamed(server, 'Warung Kak Ros')
  const facts = { merchant_id: id, purchase_date: day, purchase_amount: total, invoice_number: anInvoice() }
  const receipt_image = new File([new Uint8Array(buffer)], name, { type: mimeType })
  return (await call(server, create, { ...facts, receipt_image }, bearing(member.token))).data
}

/** An invoice number that no other receipt has. */
export const anInvoice = () => `${randomInt(1_000_000, 9_999_999)}${randomInt(1_000_000, 9_999_999)}`

export type Picture = { name: string; mimeType: string; buffer: Buffer }

/** A receipt photograph of that name, or where this machine has none one that the project draws. */
export async function aReceipt(name: string): Promise<Picture> {
  const path = receiptPath(name)
  if (!path) return aPicture(name)
  const mimeType = name.endsWith('.heic') ? 'image/heic' : 'image/jpeg'
  return { name: basename(path), mimeType, buffer: await readFile(path) }
}

const drawn = new Map<string, Promise<Buffer>>()

/** A photograph of a receipt that the project draws; another `invoice` gives another picture. */
export async function aPicture(invoice = '700144'): Promise<Picture> {
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

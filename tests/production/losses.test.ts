import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { create } from '@stampus/contract/submissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearerHeader } from '../support/browser/api.ts'
import { type Mail, waitForMail } from '../support/browser/mailbox.ts'
import {
  drawPicture,
  findMerchant,
  type Member,
  newInvoiceNumber,
  registerMember,
  registerUnverifiedMember,
} from '../support/browser/people.ts'
import { type Environment, startEnvironment } from './environment.ts'
import { byNumber, listStoredReceipts } from './load.ts'
import { profile } from './profile.ts'

/** The claim of a killed replica expires after a minute. */
const TAKEN_WITHIN_MS = 120_000

let environment: Environment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterAll(() => environment?.remove())

test('D-40 receipts sent to a replica that is killed exist exactly once after their clients retry', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => registerMember(environment)))
  const receipts = await Promise.all(members.map((member) => createReceiptOf(member)))
  const interrupted = await registerMember(environment)
  const halfReceipt = await createReceiptOf(interrupted)
  const [replica] = environment.replicas
  const { port } = new URL(replica?.url ?? '')
  const broken = receipts.map((receipt) => post(`http://127.0.0.1:${port}`, receipt).catch(() => undefined))
  const half = await sendHalf(Number(port), halfReceipt)
  // One receipt is accepted, the others are still being sent.
  await Promise.race(broken)
  await replica?.end('SIGKILL')
  expect(await Promise.all(broken)).toContain(undefined)
  expect(await half.answered).toBe('')
  const revived = environment.restartReplica(0)
  const ids = await Promise.all(receipts.map(sendUntilTaken))
  await revived
  expect(await listStoredReceipts(environment, [...members, interrupted])).toEqual(ids.sort(byNumber))
})

test(`D-26 members can register while the mail server is away for ${profile.mailAwaySeconds} seconds, and their mail arrives afterwards`, async () => {
  await environment.mailServer.close()
  const { email } = await registerUnverifiedMember(environment)
  await pause(profile.mailAwaySeconds * 1000)
  await environment.mailServer.open()
  expect((await arrived(email, profile.mailAwaySeconds * 3)).link).toContain(`${environment.url}/email/verification`)
})

type Receipt = { headers: Record<string, string>; facts: Record<string, string>; picture: File }

async function createReceiptOf({ token }: Member): Promise<Receipt> {
  const { id } = await findMerchant(environment, 'Warung Kak Ros')
  const picture = await drawPicture(newInvoiceNumber())
  return {
    headers: { ...bearerHeader(token), 'Idempotency-Key': randomUUID() },
    facts: {
      merchant_id: String(id),
      purchase_date: '2026-10-05',
      purchase_amount: '12.50',
      invoice_number: newInvoiceNumber(),
    },
    picture: new File([new Uint8Array(picture.buffer)], 'receipt.jpg', { type: 'image/jpeg' }),
  }
}

function formOf({ facts, picture }: Receipt): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(facts)) form.set(name, value)
  form.set('receipt_image', picture)
  return form
}

function post(url: string, receipt: Receipt): Promise<Response> {
  return fetch(`${url}/api${create.path}`, { method: 'POST', headers: receipt.headers, body: formOf(receipt) })
}

/** Like the app: tries again with the same key when the server allows it. */
async function sendUntilTaken(receipt: Receipt): Promise<number> {
  const until = Date.now() + TAKEN_WITHIN_MS
  while (Date.now() < until) {
    const answer = await post(environment.url, receipt)
    if (answer.status === 201) return (await answer.json()).data.id
    if (![409, 502, 503].includes(answer.status)) throw new Error(`${answer.status} ${await answer.text()}`)
    await pause(Number(answer.headers.get('retry-after') ?? 1) * 1000)
  }
  throw new Error('The receipt was never taken')
}

/** An upload that stops in the middle of its picture; returns the answer received before the connection ended. */
async function sendHalf(port: number, receipt: Receipt) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const body = Buffer.from(await new Response(formOf(receipt)).arrayBuffer())
  const [boundary = ''] = body.toString('latin1', 2, 200).split('\r\n')
  const type = `multipart/form-data; boundary=${boundary}`
  const headers = { ...receipt.headers, host: 'x', 'content-type': type, 'content-length': String(body.length) }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write(`POST /api${create.path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  socket.write(body.subarray(0, body.length / 2))
  const answered = new Promise<string>((resolve) => {
    let answer = ''
    socket.on('data', (part) => (answer += part)).once('close', () => resolve(answer))
  })
  return { answered }
}

async function arrived(email: string, withinSeconds: number): Promise<Mail> {
  const until = Date.now() + withinSeconds * 1000
  while (Date.now() < until) {
    const mail = await waitForMail(`${environment.dataDir}/mail`, email).catch(() => undefined)
    if (mail) return mail
  }
  throw new Error(`No mail to ${email}`)
}

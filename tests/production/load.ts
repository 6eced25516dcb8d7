import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { login } from '@stampus/contract/accounts'
import { create, list } from '@stampus/contract/submissions'
import { bearerHeader, callApi } from '../support/browser/api.ts'
import { drawPicture, findMerchant, type Member, newInvoiceNumber, registerMember } from '../support/browser/people.ts'
import type { ServerUnderTest } from '../support/browser/server-under-test.ts'

const PER_SECOND = 50
const UPLOADERS = 6

export type Outcome = { sent: number; failed: string[]; acknowledged: number[] }

/** Visitors of every kind, 50 requests a second, until `stop`; returns what failed and which receipts were accepted. */
export async function startLoad(server: ServerUnderTest) {
  const members = await Promise.all(Array.from({ length: UPLOADERS }, () => registerMember(server)))
  const visit = await visitsFor(server, members)
  const outcome: Outcome = { sent: 0, failed: [], acknowledged: [] }
  const underWay = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const one = visit(outcome.sent++, outcome).catch((error) => void outcome.failed.push(String(error)))
    underWay.add(one)
    one.finally(() => underWay.delete(one))
  }, 1000 / PER_SECOND)
  return {
    members,
    stop: async (): Promise<Outcome> => {
      clearInterval(timer)
      while (underWay.size > 0) await Promise.race([Promise.all(underWay), pause(100)])
      return outcome
    },
  }
}

/** Of fifty requests one sends a receipt and one logs in; the rest read. */
async function visitsFor(server: ServerUnderTest, members: Member[]) {
  const { id: merchant_id } = await findMerchant(server, 'Warung Kak Ros')
  const picture = await drawPicture()
  const pages = ['/', '/api/merchants', '/api/user', '/api/submissions', '/api/announcements']
  return async (at: number, { acknowledged }: Outcome) => {
    const member = members[Math.floor(at / 50) % members.length]
    if (!member) return
    const { email, password, token } = member
    if (at % 50 === 10) await callApi(server, login, { email, password })
    else if (at % 50 === 20) acknowledged.push(await send(server, member, merchant_id, picture.buffer))
    else await read(server, pages[at % pages.length] ?? '/', token)
  }
}

async function send(server: ServerUnderTest, { token }: Member, merchant_id: number, bytes: Buffer): Promise<number> {
  const receipt_image = new File([new Uint8Array(bytes)], 'receipt.jpg', { type: 'image/jpeg' })
  const facts = { purchase_date: '2026-10-05', purchase_amount: '12.50', invoice_number: newInvoiceNumber() }
  const headers = { ...bearerHeader(token), 'Idempotency-Key': randomUUID() }
  return (await callApi(server, create, { ...facts, merchant_id, receipt_image }, headers)).data.id
}

async function read({ url }: ServerUnderTest, path: string, token: string): Promise<void> {
  const answer = await fetch(url + path, { headers: bearerHeader(token) })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`)
}

export const byNumber = (one: number, other: number) => one - other

/** The ids of these members' receipts on the server, in order. */
export async function listStoredReceipts(server: ServerUnderTest, members: Member[]): Promise<number[]> {
  const all = await Promise.all(members.map(({ token }) => listReceiptsOf(server, token)))
  return all.flat().sort(byNumber)
}

async function listReceiptsOf(server: ServerUnderTest, token: string, page = 1): Promise<number[]> {
  const { data, meta } = await callApi(server, list, { page: String(page) }, bearerHeader(token))
  const ids = data.map(({ id }) => id)
  return meta?.has_more ? [...ids, ...(await listReceiptsOf(server, token, page + 1))] : ids
}

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { create } from '@stampus/contract/submissions'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { full } from '../stress/profile.ts'
import { bearerHeader, callApi } from '../support/browser/api.ts'
import { waitForMail } from '../support/browser/mailbox.ts'
import {
  drawPicture,
  findMerchant,
  type Member,
  newInvoiceNumber,
  registerMember,
  registerUnverifiedMember,
} from '../support/browser/people.ts'
import { type Environment, startEnvironment } from './environment.ts'
import { byNumber, listStoredReceipts, startLoad } from './load.ts'

/** The claim of a killed replica expires after 20 seconds. */
const TAKEN_WITHIN_MS = 120_000
const MAIL_AWAY_SECONDS = full ? 300 : 20
const DATABASE_AWAY_MS = full ? 30_000 : 8000
const EVERY_MS = 250
const REJECTS_WITHIN_MS = 3000
const BACK_WITHIN_MS = 5000

let environment: Environment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterAll(() => environment?.remove())

test('D-40 receipts sent to a replica that is killed exist exactly once after their clients retry', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => registerMember(environment)))
  const sends = await Promise.all(members.map(prepareReceipt))
  const [replica] = environment.replicas
  const broken = sends.map((send) => send(callApi, replica).catch(() => undefined))
  // One receipt is accepted, the others are still being sent.
  await Promise.race(broken)
  await replica.end('SIGKILL')
  expect(await Promise.all(broken)).toContain(undefined)
  const restarted = environment.restartReplica(0)
  const ids = await Promise.all(sends.map((send) => send(callAgain, environment)))
  await restarted
  expect(await listStoredReceipts(environment, members)).toEqual(ids.sort(byNumber))
})

/** A receipt with a picture and a key of its own; returns the function that sends it, and its id on the server. */
async function prepareReceipt({ token }: Member) {
  const { buffer } = await drawPicture(newInvoiceNumber())
  const receipt = {
    merchant_id: (await findMerchant(environment, 'Warung Kak Ros')).id,
    ...{ purchase_date: '2026-10-05', purchase_amount: '12.50', invoice_number: newInvoiceNumber() },
    receipt_image: new File([new Uint8Array(buffer)], 'receipt.jpg', { type: 'image/jpeg' }),
  }
  const headers = { ...bearerHeader(token), 'Idempotency-Key': randomUUID() }
  return async (call: typeof callApi, server: { url: string }) => (await call(server, create, receipt, headers)).data.id
}

/**
 * Calls as the apps do: again, with the same key, while the server says so or a replica that ended has dropped the call.
 * Node's fetch also fails calls under way when the proxy closes a connection of HTTP/2 that has served its thousand.
 */
const callAgain: typeof callApi = async (...given) => {
  const until = Date.now() + TAKEN_WITHIN_MS
  for (;;) {
    try {
      return await callApi(...given)
    } catch (error) {
      if (Date.now() > until || !/: (409|50[234]) |fetch failed/.test(String(error))) throw error
      await pause(200)
    }
  }
}

test(`members can register while the mail server is away for ${MAIL_AWAY_SECONDS} seconds, and their mail arrives afterwards`, async () => {
  await environment.mailServer.close()
  const { email } = await registerUnverifiedMember(environment)
  await pause(MAIL_AWAY_SECONDS * 1000)
  await environment.mailServer.open()
  const timeout = MAIL_AWAY_SECONDS * 3000
  const { link } = await vi.waitFor(() => waitForMail(`${environment.dataDir}/mail`, email), { timeout })
  expect(link).toContain(`${environment.url}/email/verification`)
})

test.each([
  ['ended', 'end', 'start'],
  ['frozen', 'freeze', 'thaw'],
] as const)(
  'D-62 D-66 while PostgreSQL is %s, requests get a 503 within 3 seconds and never a 401; it is used again 5 seconds after its return',
  async (_, leave, comeBack) => {
    const load = await startLoad(environment)
    const asked: ReturnType<typeof ask>[] = []
    const asGuest: ReturnType<typeof ask>[] = []
    const timer = setInterval(() => {
      asked.push(ask('/api/user', load.members[0]))
      for (const path of ['/', '/api/merchants']) asGuest.push(ask(path))
    }, EVERY_MS)
    await pause(1000)
    const left = performance.now()
    environment.postgres.control(leave)
    await pause(DATABASE_AWAY_MS / 2)
    expect((await fetch(`${environment.replicas[0].url}/healthz`)).status).toBe(200)
    expect((await fetch(`${environment.replicas[0].url}/readyz`)).status).toBe(503)
    await pause(DATABASE_AWAY_MS / 2)
    const back = performance.now()
    environment.postgres.control(comeBack)
    await pause(BACK_WITHIN_MS + 2000)
    clearInterval(timer)
    const answers = await Promise.all(asked)
    const ofGuests = await Promise.all(asGuest)
    const { acknowledged } = await load.stop()

    expect(ofGuests.filter(({ status }) => status !== 200)).toEqual([])
    expect(answers.filter(({ status }) => ![200, 503].includes(status))).toEqual([])
    expect(answers.filter(({ took }) => took > REJECTS_WITHIN_MS)).toEqual([])
    const away = answers.filter(({ at }) => at > left + 1000 && at < back - REJECTS_WITHIN_MS)
    expect(away.length).toBeGreaterThan(5)
    expect(away.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([])
    const beside = answers.filter(({ at, took }) => at + took < left || at > back + BACK_WITHIN_MS)
    expect(beside.filter(({ status }) => status !== 200)).toEqual([])
    const stored = await listStoredReceipts(environment, load.members)
    expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([])
  },
)

async function ask(path: string, { token = '' }: Partial<Member> = {}) {
  const at = performance.now()
  const { status, headers } = await fetch(`${environment.url}${path}`, { headers: bearerHeader(token) })
  return { at, took: performance.now() - at, status, retryAfter: headers.get('retry-after') }
}

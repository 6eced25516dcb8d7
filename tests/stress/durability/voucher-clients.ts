import { randomUUID } from 'node:crypto'
import { counterCode, voucherCode } from '../../support/api/codes.ts'
import { minuteOf } from '../../support/api/counter-vouchers.ts'
import type { ServerProcess } from '../../support/server/process.ts'
import type { Headers } from './environment.ts'

/** A member with many stamps, the manager and the counter where they use their vouchers. */
export type VoucherClient = { member: Headers; manager: Headers; phone: { headers: Headers; key: Buffer } }

/** How a voucher ends: handed over in one of the ways, or given back and entered late, so that the entry waits for a manager. */
export type Way = 'desk' | 'counter' | 'offline' | 'late' | 'waiting'

/** One voucher from the claim to its end. `noted` is what a counter without a network wrote down. */
type Errand = {
  client: VoucherClient
  way: Way
  key: string
  requestId: string
  noted?: { number: string; code: string; noted_at: string }
}

/** What the clients know: the voucher of each key, which ones they saw handed over or waiting, what is open, and the errors. */
export type VoucherRecord = {
  claimed: Map<string, number>
  used: Set<number>
  waiting: Set<number>
  open: Set<Errand>
  problems: string[]
}

export const newVoucherRecord = (): VoucherRecord => ({
  claimed: new Map(),
  used: new Set(),
  waiting: new Set(),
  open: new Set(),
  problems: [],
})

/** Enough that the server reaches every point as often as a kill asks for. */
const ERRANDS_AT_MOST = 60

type Shop = { server: ServerProcess; reward: { id: number; version: number }; record: VoucherRecord }

/** All clients claim and use vouchers in one way until they lose the server, or for `ERRANDS_AT_MOST`. */
export async function runErrands(shop: Shop, clients: VoucherClient[], way: Way): Promise<void> {
  let begun = 0
  let isLost = false
  const runOwn = async (client: VoucherClient) => {
    while (begun < ERRANDS_AT_MOST && !isLost) {
      begun += 1
      const errand = { client, way, key: randomUUID(), requestId: randomUUID() }
      shop.record.open.add(errand)
      isLost = !(await run(shop, errand)) || isLost
    }
  }
  await Promise.all(clients.map(runOwn))
}

/** Continues every open errand with its key. False if the server was lost. */
export async function continueErrands(shop: Shop): Promise<boolean> {
  const ended = await Promise.all(Array.from(shop.record.open, (errand) => run(shop, errand)))
  return !ended.includes(false)
}

/** False if the server was lost. */
async function run(shop: Shop, errand: Errand): Promise<boolean> {
  try {
    await claimAndUse(shop, errand)
    shop.record.open.delete(errand)
    return true
  } catch (error) {
    if (!(error instanceof ServerLost)) shop.record.problems.push(String(error))
    return false
  }
}

async function claimAndUse({ server, reward, record }: Shop, errand: Errand): Promise<void> {
  const { client, key, way } = errand
  const claimUrl = `${server.url}/api/rewards/${reward.id}/vouchers`
  const claimed = await post<Voucher>(
    claimUrl,
    { ...client.member, 'Idempotency-Key': key },
    { version: reward.version },
  )
  const { id } = claimed.data
  const before = record.claimed.get(key) ?? id
  if (before !== id) throw new Error(`A key was answered with the vouchers ${before} and ${id}`)
  record.claimed.set(key, id)
  await confirmBy[way](server.url, errand, claimed.data)
  const ended = way === 'waiting' ? record.waiting : record.used
  ended.add(id)
}

/** Each may follow a call whose answer was lost, so the voucher may have ended already. */
const confirmBy: Record<Way, (url: string, errand: Errand, voucher: Voucher) => Promise<void>> = {
  desk: async (url, { client, requestId }, voucher) => {
    const { manager } = client
    if (voucher.state !== 'used')
      await post(`${url}/api/console/vouchers/check`, manager, await codeOf(url, client, voucher))
    await post(`${url}/api/console/vouchers/${voucher.id}/hand-over`, manager, { request_id: requestId })
  },
  counter: async (url, { client, requestId }, voucher) => {
    const { headers } = client.phone
    if (voucher.state !== 'used')
      await post(`${url}/api/counter/vouchers/check`, headers, await codeOf(url, client, voucher))
    const withKey = { ...headers, 'Idempotency-Key': requestId }
    await post(`${url}/api/counter/vouchers/${voucher.id}/hand-over`, withKey, {})
  },
  offline: async (url, { client: { member, phone } }, { id, number, state }) => {
    if (state === 'used') return
    await post(`${url}/api/vouchers/${id}/counter-code`, member, { code: counterCode(phone, number, new Date()) })
  },
  late: (url, errand, voucher) => enterLate(url, errand, voucher, false),
  waiting: async (url, errand, voucher) => {
    if (voucher.state === 'ready') {
      errand.noted = await noteDown(url, errand.client, voucher)
      await post(`${url}/api/vouchers/${voucher.id}/return`, errand.client.member, {})
    }
    await enterLate(url, errand, voucher, true)
  },
}

async function enterLate(url: string, errand: Errand, voucher: Voucher, isWaiting: boolean): Promise<void> {
  const { client, requestId } = errand
  errand.noted ??= await noteDown(url, client, voucher)
  const withKey = { ...client.phone.headers, 'Idempotency-Key': requestId }
  const answer = await post(`${url}/api/counter/late-hand-overs`, withKey, errand.noted)
  if (answer.is_waiting !== isWaiting) throw new Error(`A late entry was answered with ${JSON.stringify(answer)}`)
}

/** The present code of a voucher that the member has just opened. */
async function codeOf(url: string, { member }: VoucherClient, { id, number }: Voucher) {
  const opened = await post<{ key: string }>(`${url}/api/vouchers/${id}/key`, member, {})
  return { number, code: voucherCode(opened.data.key, Date.now()) }
}

async function noteDown(url: string, client: VoucherClient, voucher: Voucher) {
  return { ...(await codeOf(url, client, voucher)), noted_at: minuteOf(new Date()) }
}

type Voucher = { id: number; number: string; state: string }

class ServerLost extends Error {}

/** Throws ServerLost if there is no answer, or an error for another answer than 200 and 201. */
async function post<Data>(url: string, headers: Headers, body: object): Promise<{ data: Data; is_waiting?: boolean }> {
  const sent = { ...headers, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const answer = await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) })
    .then(async (given) => ({ status: given.status, text: await given.text() }))
    .catch(() => undefined)
  if (!answer) throw new ServerLost()
  if (answer.status >= 300) throw new Error(`${url} answered ${answer.status} ${answer.text}`)
  return JSON.parse(answer.text)
}

import { randomUUID } from 'node:crypto'
import { voucherCode } from '../../support/api/codes.ts'
import type { ServerProcess } from '../../support/server/process.ts'
import type { Headers } from './environment.ts'

/** A member with many stamps, and the manager at whose desk they use their vouchers. */
export type VoucherClient = { member: Headers; manager: Headers }

/** One voucher from the claim to the hand-over. */
type Errand = { client: VoucherClient; key: string; requestId: string }

/** What the clients know: the voucher of each key, which ones they saw handed over, what is open, and the errors. */
export type VoucherRecord = {
  claimed: Map<string, number>
  used: Set<number>
  open: Set<Errand>
  problems: string[]
}

export const newVoucherRecord = (): VoucherRecord => ({
  claimed: new Map(),
  used: new Set(),
  open: new Set(),
  problems: [],
})

/** Enough that the server reaches every point as often as a kill asks for. */
const ERRANDS_AT_MOST = 60

type Shop = { server: ServerProcess; reward: { id: number; version: number }; record: VoucherRecord }

/** All clients claim and use vouchers until they lose the server, or for `ERRANDS_AT_MOST`. */
export async function runErrands(shop: Shop, clients: VoucherClient[]): Promise<void> {
  let begun = 0
  let isLost = false
  const runOwn = async (client: VoucherClient) => {
    while (begun < ERRANDS_AT_MOST && !isLost) {
      begun += 1
      const errand = { client, key: randomUUID(), requestId: randomUUID() }
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

async function claimAndUse({ server, reward, record }: Shop, { client, key, requestId }: Errand): Promise<void> {
  const { member, manager } = client
  const claimUrl = `${server.url}/api/rewards/${reward.id}/vouchers`
  const claimed = await post<Voucher>(claimUrl, { ...member, 'Idempotency-Key': key }, { version: reward.version })
  const { id, number, state } = claimed.data
  const before = record.claimed.get(key) ?? id
  if (before !== id) throw new Error(`A key was answered with the vouchers ${before} and ${id}`)
  record.claimed.set(key, id)
  // A used one was handed over by a call whose answer was lost. The repeat must be accepted.
  if (state !== 'used') {
    const opened = await post<{ key: string }>(`${server.url}/api/vouchers/${id}/key`, member, {})
    const code = voucherCode(opened.data.key, Date.now())
    await post(`${server.url}/api/console/vouchers/check`, manager, { number, code })
  }
  await post(`${server.url}/api/console/vouchers/${id}/hand-over`, manager, { request_id: requestId })
  record.used.add(id)
}

type Voucher = { id: number; number: string; state: string }

class ServerLost extends Error {}

/** Throws ServerLost if there is no answer, or an error for another answer than 200 and 201. */
async function post<Data>(url: string, headers: Headers, body: object): Promise<{ data: Data }> {
  const sent = { ...headers, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const answer = await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) })
    .then(async (given) => ({ status: given.status, text: await given.text() }))
    .catch(() => undefined)
  if (!answer) throw new ServerLost()
  if (answer.status >= 300) throw new Error(`${url} answered ${answer.status} ${answer.text}`)
  return JSON.parse(answer.text)
}

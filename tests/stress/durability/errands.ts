import { counterCode, voucherCode } from '../../support/api/codes.ts'
import { minuteOf } from '../../support/api/counter-vouchers.ts'
import { receiptForm } from '../../support/api/submissions.ts'
import type { ClientRecord, Errand, Headers, Session, Way } from './shop.ts'

/** `open`: the client tries later with the same key. */
export type Outcome = 'done' | 'open' | 'lost'

/** Runs an errand, or continues it, because each call may follow one whose answer was lost. */
export async function runErrand(session: Session, errand: Errand): Promise<Outcome> {
  const { open, problems } = session.record
  try {
    const isDone = await (errand.receipt ? sendReceipt(session, errand, errand.receipt) : useVoucher(session, errand))
    if (isDone) open.delete(errand)
    return isDone ? 'done' : 'open'
  } catch (error) {
    if (error instanceof ServerLost) return 'lost'
    problems.push(String(error))
    // A receipt that was rejected is not sent again.
    if (errand.receipt) open.delete(errand)
    return 'open'
  }
}

class ServerLost extends Error {}

type Answer = { status: number; text: string }

/** Throws ServerLost if there is no answer. */
async function send(url: string, headers: Headers, body: FormData | string): Promise<Answer> {
  const answer = await fetch(url, { method: 'POST', headers, body })
    .then(async (given) => ({ status: given.status, text: await given.text() }))
    .catch(() => undefined)
  if (!answer) throw new ServerLost()
  return answer
}

/** A 429 means that this member has too many uploads in progress. */
const LATER = [409, 429, 503]

async function sendReceipt(
  { server, record }: Session,
  { client, key }: Errand,
  { fields, photo }: NonNullable<Errand['receipt']>,
): Promise<boolean> {
  const headers = { ...client.member, 'Idempotency-Key': key }
  const { status, text } = await send(`${server.url}/api/submissions`, headers, receiptForm(fields, { bytes: photo }))
  if (LATER.includes(status)) return false
  if (status !== 201) throw new Error(`${fields.invoice_number} was rejected: ${status} ${text}`)
  acknowledge(record.acknowledged, fields.invoice_number, JSON.parse(text).data.id)
  return true
}

/** Throws if the same was acknowledged with another id before. */
function acknowledge(known: ClientRecord['acknowledged'], key: string, id: number): void {
  const before = known.get(key) ?? id
  if (before !== id) throw new Error(`${key} was acknowledged as ${before} and as ${id}`)
  known.set(key, id)
}

type Voucher = { id: number; number: string; state: string }

async function useVoucher(session: Session, errand: Errand): Promise<boolean> {
  const { shop, server, record } = session
  const { client, key, way } = errand
  const { id, version } = shop.reward
  const headers = { ...client.member, 'Idempotency-Key': key }
  const { data } = await post<Voucher>(`${server.url}/api/rewards/${id}/vouchers`, headers, { version })
  acknowledge(record.claimed, key, data.id)
  await confirmBy[way]({ session, errand, voucher: data })
  const ended = way === 'waiting' ? record.waiting : record.used
  ended.add(data.id)
  return true
}

type Confirming = { session: Session; errand: Errand; voucher: Voucher }

const confirmBy: Record<Way, (given: Confirming) => Promise<unknown>> = {
  receipt: async () => {},
  desk: async (given) => {
    const { session, errand, voucher } = given
    const { client, requestId } = errand
    const url = `${session.server.url}/api/console/vouchers`
    if (voucher.state !== 'used') await post(`${url}/check`, client.manager, await codeOf(given))
    await post(`${url}/${voucher.id}/hand-over`, client.manager, { request_id: requestId })
  },
  counter: async (given) => {
    const { session, errand, voucher } = given
    const { headers } = errand.client.phone
    const url = `${session.server.url}/api/counter/vouchers`
    if (voucher.state !== 'used') await post(`${url}/check`, headers, await codeOf(given))
    await post(`${url}/${voucher.id}/hand-over`, { ...headers, 'Idempotency-Key': errand.requestId }, {})
  },
  offline: async ({ session: { shop, server }, errand, voucher: { id, number, state } }) => {
    const { member, phone } = errand.client
    const code = counterCode(phone, number, shop.environment.now())
    if (state !== 'used') await post(`${server.url}/api/vouchers/${id}/counter-code`, member, { code })
  },
  late: (given) => enterLate(given, false),
  waiting: async (given) => {
    const { session, errand, voucher } = given
    if (voucher.state === 'ready') {
      errand.noted = await noteDown(given)
      await post(`${session.server.url}/api/vouchers/${voucher.id}/return`, errand.client.member, {})
    }
    await enterLate(given, true)
  },
}

async function enterLate(given: Confirming, isWaiting: boolean): Promise<void> {
  const { session, errand } = given
  errand.noted ??= await noteDown(given)
  const headers = { ...errand.client.phone.headers, 'Idempotency-Key': errand.requestId }
  const answer = await post(`${session.server.url}/api/counter/late-hand-overs`, headers, errand.noted)
  if (answer.is_waiting !== isWaiting) throw new Error(`A late entry was answered with ${JSON.stringify(answer)}`)
}

/** The code of now of a voucher that the member has just opened. */
async function codeOf({ session: { shop, server }, errand, voucher: { id, number } }: Confirming) {
  const opened = await post<{ key: string }>(`${server.url}/api/vouchers/${id}/key`, errand.client.member, {})
  return { number, code: voucherCode(opened.data.key, shop.environment.now().getTime()) }
}

async function noteDown(given: Confirming) {
  return { ...(await codeOf(given)), noted_at: minuteOf(given.session.shop.environment.now()) }
}

/** Throws ServerLost if there is no answer, or an error for another answer than 200 and 201. */
async function post<Data>(url: string, headers: Headers, body: object): Promise<{ data: Data; is_waiting?: boolean }> {
  const more = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const { status, text } = await send(url, { ...headers, ...more }, JSON.stringify(body))
  if (status >= 300) throw new Error(`${url} answered ${status} ${text}`)
  return JSON.parse(text)
}

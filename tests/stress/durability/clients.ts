import { randomUUID } from 'node:crypto'
import { counterCode, voucherCode } from '../../support/api/codes.ts'
import { minuteOf } from '../../support/api/counter-vouchers.ts'
import { createRandomPhoto, receiptForm } from '../../support/api/submissions.ts'
import { full } from '../profile.ts'
import { type Client, type Errand, type Headers, receiptFieldsOf, type Session, type Way } from './shop.ts'

export const WAYS: Way[] = [
  'receipt',
  'hand-over',
  'counter hand-over',
  'offline hand-over',
  'late hand-over',
  'waiting entry',
]

/** `open`: the client tries later with the same key. */
type Outcome = 'done' | 'open' | 'lost'

/** Enough that the server reaches every point as often as a kill asks for. */
const ERRANDS_AT_MOST = full ? 80 : 40

/**
 * All clients run errands in one way until they lose the server, for `ERRANDS_AT_MOST`, or until they are `stopped`.
 * Returns whether they lost the server.
 */
export async function runErrands(
  session: Session,
  clients: Client[],
  way: Way,
  { onDone = () => {}, stopped }: { onDone?: (count: number) => void; stopped?: AbortSignal } = {},
): Promise<boolean> {
  const count = { begun: 0, done: 0 }
  let isLost = false
  const run = async (client: Client) => {
    while (count.begun < ERRANDS_AT_MOST && !isLost && !stopped?.aborted) {
      count.begun += 1
      const outcome = await beginErrand(session, client, way)
      if (outcome === 'lost') isLost = true
      if (outcome === 'done') onDone(++count.done)
    }
  }
  await Promise.all(clients.map(run))
  return isLost
}

/** Each client sends one receipt; returns each outcome. */
export const sendOneEach = (session: Session, clients: Client[]): Promise<Outcome[]> =>
  Promise.all(clients.map((client) => beginErrand(session, client, 'receipt')))

async function beginErrand(session: Session, client: Client, way: Way): Promise<Outcome> {
  const receipt =
    way === 'receipt' ? { fields: receiptFieldsOf(session.shop), photo: await createRandomPhoto() } : undefined
  const errand = { client, way, key: randomUUID(), requestId: randomUUID(), receipt }
  session.record.open.add(errand)
  return runErrand(session, errand)
}

/** Continues all open errands, each with its keys, one after the other for each member. */
export async function continueErrands(session: Session): Promise<void> {
  const { open } = session.record
  session.record.retried += open.size
  const runEach = async (errands: Errand[]) => {
    for (const errand of errands) await runErrand(session, errand)
  }
  await Promise.all(Array.from(Map.groupBy(open, ({ client }) => client.id).values(), runEach))
}

/** Runs an errand, or continues it, because each call may follow one whose answer was lost. */
async function runErrand(session: Session, errand: Errand): Promise<Outcome> {
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

/** Throws ServerLost if there is no answer. */
async function send(url: string, headers: Headers, body: FormData | string) {
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
function acknowledge(known: Map<string, number>, key: string, id: number): void {
  const before = known.get(key) ?? id
  if (before !== id) throw new Error(`${key} was acknowledged as ${before} and as ${id}`)
  known.set(key, id)
}

type Voucher = { id: number; number: string; state: string }

async function useVoucher(session: Session, errand: Errand): Promise<boolean> {
  const { shop, server, record } = session
  const { id, version } = shop.reward
  const headers = { ...errand.client.member, 'Idempotency-Key': errand.key }
  const { data } = await post<Voucher>(`${server.url}/api/rewards/${id}/vouchers`, headers, { version })
  acknowledge(record.claimed, errand.key, data.id)
  await end(session, errand, data)
  const ended = errand.way === 'waiting entry' ? record.waiting : record.used
  ended.add(data.id)
  return true
}

async function end({ shop, server }: Session, errand: Errand, { id, number, state }: Voucher): Promise<void> {
  const { way, client, requestId } = errand
  const { member, manager, phone } = client
  const { now } = shop.environment
  const byKey = { ...phone.headers, 'Idempotency-Key': requestId }
  const call = <Data>(headers: Headers, path: string, body: object = {}) =>
    post<Data>(`${server.url}/api${path}`, headers, body)
  /** Number and code of now of a voucher that the member opens. */
  const show = async () => {
    const { data } = await call<{ key: string }>(member, `/vouchers/${id}/key`)
    return { number, code: voucherCode(data.key, now().getTime()) }
  }
  if (way === 'hand-over') {
    if (state !== 'used') await call(manager, '/console/vouchers/check', await show())
    await call(manager, `/console/vouchers/${id}/hand-over`, { request_id: requestId })
  } else if (way === 'counter hand-over') {
    if (state !== 'used') await call(phone.headers, '/counter/vouchers/check', await show())
    await call(byKey, `/counter/vouchers/${id}/hand-over`)
  } else if (way === 'offline hand-over') {
    const code = counterCode(phone, number, now())
    if (state !== 'used') await call(member, `/vouchers/${id}/counter-code`, { code })
  } else {
    if (!errand.noted) {
      const shown = await show()
      errand.noted = { ...shown, noted_at: minuteOf(now()) }
    }
    const waits = way === 'waiting entry'
    if (waits && state === 'ready') await call(member, `/vouchers/${id}/return`)
    const answer = await call(byKey, '/counter/late-hand-overs', errand.noted)
    if (answer.is_waiting !== waits) throw new Error(`A late entry was answered with ${JSON.stringify(answer)}`)
  }
}

/** Throws ServerLost if there is no answer, or an error for another answer than 200 and 201. */
async function post<Data>(url: string, headers: Headers, body: object): Promise<{ data: Data; is_waiting?: boolean }> {
  const more = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const { status, text } = await send(url, { ...headers, ...more }, JSON.stringify(body))
  if (status >= 300) throw new Error(`${url} answered ${status} ${text}`)
  return JSON.parse(text)
}

import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { currentUser, login } from '@stampus/contract/accounts'
import { buildRequest } from '@stampus/contract/client'
import { decide, takeNext } from '@stampus/contract/console/review'
import { issue } from '@stampus/contract/console/settlement/statements'
import * as desk from '@stampus/contract/console/vouchers'
import * as counter from '@stampus/contract/counter/handOvers'
import type { AnswerOf, Endpoint, InputOf } from '@stampus/contract/endpoint'
import { claim, openKey } from '@stampus/contract/rewards/vouchers'
import { create } from '@stampus/contract/submissions'
import { pastProxy } from '../production/environment.ts'
import { voucherCode } from '../support/api/codes.ts'
import { createRandomPhoto } from '../support/api/submissions.ts'
import type { FailoverEnvironment } from './environment.ts'

const TRY_MS = 15_000
const GIVE_UP_MS = 120_000
const OWED_SEN = 180
const PUBLIC = ['/', '/api/merchants', '/api/rewards', '/api/announcements', '/api/advertisements']

export type Kind = 'receipt' | 'approval' | 'claim' | 'hand-over' | 'statement'
export type Via = 'proxy' | 'A' | 'B'
/** One request. Its status is 0 if no answer came. */
export type Try = {
  what: Kind | 'page' | 'own' | 'other' | 'readyz'
  via: Via
  began: number
  ended: number
  status: number
  path: string
}
/** What was acknowledged: that this exists, once. `id` is undefined if it was never accepted. */
type Record = { kind: Kind; key: string; id: number | undefined }
export type Log = { tries: Try[]; records: Record[]; refused: string[] }
type Headers = { [name: string]: string }

/** People use the service, through the proxy and at each replica, until `stop`, which waits for what they have begun. */
export async function startLoad(environment: FailoverEnvironment) {
  const { members, bills, reward, shop, staff, replicas } = environment
  const log: Log = { tries: [], records: [], refused: [] }
  const targets = { proxy: environment, A: replicas[0], B: replicas[1] }
  const vias = ['proxy', 'A', 'B'] as const
  const photos = await Promise.all(Array.from({ length: 30 }, createRandomPhoto))
  const work: Promise<unknown>[] = []
  let [isOver, turn] = [false, randomInt(members.length)]
  let giveUpAt = Number.POSITIVE_INFINITY

  const headersFor = (via: Via, headers: Headers) => (via === 'proxy' ? headers : pastProxy(targets[via], headers))

  async function attempt(what: Try['what'], via: Via, path: string, init: RequestInit = {}) {
    const began = Date.now()
    const limited = { ...init, signal: AbortSignal.timeout(TRY_MS) }
    const read = async (answer: Response) => ({
      status: answer.status,
      text: await answer.text(),
      headers: answer.headers,
    })
    const none = { status: 0, text: '', headers: new Headers() }
    const answer = await fetch(targets[via].url + path, limited)
      .then(read)
      .catch(() => none)
    log.tries.push({ what, via, path, began, ended: Date.now(), status: answer.status })
    return answer
  }

  /** Sends until there is an answer that lasts, as the apps do with the same key. */
  async function insist<E extends Endpoint>(
    what: Try['what'],
    via: Via,
    endpoint: E,
    input: InputOf<E>,
    given: Headers,
    refused = log.refused,
  ) {
    const headers = headersFor(via, { 'Idempotency-Key': randomUUID(), ...given })
    for (;;) {
      const { method, path, json, form } = buildRequest(endpoint, input)
      const type = json === undefined ? {} : { 'Content-Type': 'application/json' }
      const init = { method, headers: { ...type, ...headers }, body: json ?? form ?? null }
      const answer = await attempt(what, via, `/api${path}`, init)
      const wait = answer.headers.get('retry-after')
      const isPassing = answer.status === 0 || answer.status >= 500 || (answer.status === 409 && wait !== null)
      if (!isPassing || Date.now() > giveUpAt) {
        const isAccepted = answer.status >= 200 && answer.status < 300
        if (!isAccepted) refused.push(`${what} via ${via}: ${answer.status} ${answer.text.slice(0, 150)}`)
        return isAccepted ? (JSON.parse(answer.text) as AnswerOf<E>) : undefined
      }
      await pause(Math.min(2000, 1000 * Number(wait ?? 1)) + randomInt(200))
    }
  }

  const nextMember = () => {
    turn += 1
    return members[turn % members.length] as (typeof members)[number]
  }

  async function sendReceipt(via: Via) {
    const invoice = `${Date.now()}${randomInt(1000, 9999)}`
    const record: Record = { kind: 'receipt', key: invoice, id: undefined }
    log.records.push(record)
    const photo = new Uint8Array(photos[randomInt(photos.length)] as Buffer)
    const facts = {
      merchant_id: shop.id,
      purchase_date: '2026-11-27',
      purchase_amount: '25.00',
      invoice_number: invoice,
    }
    const receipt = { ...facts, receipt_image: new File([photo], 'receipt.jpg', { type: 'image/jpeg' }) }
    record.id = (await insist('receipt', via, create, receipt, nextMember().headers))?.data.id
  }

  async function approve() {
    const item = (await insist('other', 'proxy', takeNext, {}, staff.reviewer))?.data
    if (!item) return
    const record: Record = { kind: 'approval', key: String(item.id), id: undefined }
    log.records.push(record)
    const decision = {
      id: item.id,
      status: 'approved',
      approved_alike: item.approved_alike,
    } as const
    if (await insist('approval', 'proxy', decide, decision, staff.reviewer)) record.id = item.id
  }

  async function claimVoucher(via: Via) {
    const { headers } = nextMember()
    const record: Record = { kind: 'claim', key: randomUUID(), id: undefined }
    log.records.push(record)
    const voucher = (
      await insist(
        'claim',
        via,
        claim,
        { id: reward.id, version: reward.version },
        { ...headers, 'Idempotency-Key': record.key },
      )
    )?.data
    record.id = voucher?.id
    return voucher && { ...voucher, headers }
  }

  async function handOver(way: keyof typeof ways) {
    const voucher = await claimVoucher('proxy')
    const opened = voucher && (await insist('other', 'proxy', openKey, { id: voucher.id }, voucher.headers))
    if (!opened) return
    const record: Record = { kind: 'hand-over', key: String(voucher.id), id: undefined }
    log.records.push(record)
    const offset = Date.parse(opened.data.now) - Date.now()
    const now = () => Date.now() + offset
    const shown = () => ({ number: voucher.number, code: voucherCode(opened.data.key, now()) })
    if (await ways[way]({ id: voucher.id, shown, now })) record.id = voucher.id
  }

  type Shown = { id: number; shown: () => { number: string; code: string }; now: () => number }
  const ways = {
    desk: async ({ id, shown }: Shown) => {
      const request_id = randomUUID()
      return checkedFirst(
        (refused) => insist('other', 'proxy', desk.check, shown(), staff.manager, refused),
        (refused) => insist('hand-over', 'proxy', desk.handOver, { id, request_id }, staff.manager, refused),
      )
    },
    counter: async ({ id, shown }: Shown) => {
      const headers = { ...staff.phone, 'Idempotency-Key': randomUUID() }
      return checkedFirst(
        (refused) => insist('other', 'proxy', counter.check, shown(), staff.phone, refused),
        (refused) => insist('hand-over', 'proxy', counter.handOver, { id }, headers, refused),
      )
    },
    /** Noted without a network, and entered afterwards. */
    late: async ({ shown, now }: Shown) => {
      const noted = { ...shown(), noted_at: new Date(Math.floor(now() / 60_000) * 60_000).toISOString() }
      await pause(5000)
      return insist('hand-over', 'proxy', counter.enterLate, noted, staff.phone)
    },
  }

  /** The two minutes after a check may pass during an outage: then the cashier checks again. */
  async function checkedFirst<T>(
    check: (refused: string[]) => Promise<unknown>,
    use: (refused: string[]) => Promise<T | undefined>,
  ) {
    const refused: string[] = []
    for (let times = 0; times < 3; times += 1) {
      const used = (await check(refused)) && (await use(refused))
      if (used) return used
    }
    log.refused.push(...refused)
    return undefined
  }

  async function issueStatement() {
    const bill = bills.shift()
    if (!bill) return
    const record: Record = { kind: 'statement', key: `${bill.id} ${bill.month}`, id: undefined }
    log.records.push(record)
    const issued = await insist('statement', 'proxy', issue, { ...bill, lines: 1, total_sen: OWED_SEN }, staff.manager)
    if (issued) record.id = bill.id
  }

  /** Signs in at one replica and asks the other, which must know the session. */
  async function signInElsewhere(via: 'A' | 'B') {
    const { email, password } = nextMember()
    const session = await insist('other', via, login, { email, password }, {})
    if (session) await readOwn(via === 'A' ? 'B' : 'A', { authorization: `Bearer ${session.token}` })
  }

  const readOwn = (via: Via, headers: Headers) => attempt('own', via, `/api${currentUser.path}`, { headers })

  /** Begins work every so many milliseconds, whatever became of the earlier one. */
  const timers: NodeJS.Timeout[] = []
  const every = (ms: number, begin: (count: number) => Promise<unknown>) => {
    let count = randomInt(30)
    const next = () => {
      count += 1
      work.push(begin(count))
    }
    timers.push(setInterval(next, ms))
  }
  /** Does work again and again, one at a time. */
  const inTurn = (ms: number, begin: (count: number) => Promise<unknown>) => {
    const loop = async () => {
      for (let count = 0; !isOver; count += 1) {
        await begin(count)
        await pause(ms)
      }
    }
    work.push(loop())
  }
  every(400, (count) => sendReceipt(vias[count % 3] ?? 'proxy'))
  every(400, (count) => claimVoucher(vias[count % 3] ?? 'proxy'))
  every(250, (count) => attempt('page', 'proxy', PUBLIC[count % PUBLIC.length] ?? '/'))
  every(500, (count) => readOwn(vias[count % 3] ?? 'proxy', nextMember().headers))
  for (const via of ['A', 'B'] as const) every(250, () => attempt('readyz', via, '/readyz'))
  inTurn(700, approve)
  inTurn(1000, (count) => handOver(count % 2 === 0 ? 'desk' : 'counter'))
  inTurn(1000, () => handOver('late'))
  inTurn(4000, issueStatement)
  inTurn(3000, (count) => signInElsewhere(count % 2 === 0 ? 'A' : 'B'))

  return {
    log,
    /** Begins nothing more. */
    end: () => {
      isOver = true
      for (const timer of timers) clearInterval(timer)
      giveUpAt = Date.now() + GIVE_UP_MS
    },
    /** Waits for what was begun. */
    finish: () => Promise.all(work),
  }
}

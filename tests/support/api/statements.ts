import { randomUUID } from 'node:crypto'
import type { Dispute, LateHandOver } from '@stampus/contract/console/settlement/questions'
import type { AdminStatementWithLines } from '@stampus/contract/console/settlement/statements'
import type { Statement, StatementLine } from '@stampus/contract/counter/statements'
import { startWorkOn } from '../../../server/domains/counters/phones/phones.store.ts'
import type { TestApp } from '../server/app.ts'
import type { Answered } from './calls.ts'
import { minuteOf } from './counter-vouchers.ts'
import { connectCounter, createCashier, createOwner, createOwnerSession, createPhone } from './counters.ts'
import { createDesk } from './desk.ts'
import { createClaimant, type createReward, vouchersOf } from './rewards.ts'

type OwnerStatement = Statement & { rows: StatementLine[] }

/** A merchant with an owner and a cashier. Sessions are new for each call, because tests move the clock by months. */
export async function createStall(server: TestApp, given: { owner?: Awaited<ReturnType<typeof createOwner>> } = {}) {
  const { deps } = server
  const owner = given.owner ?? (await createOwner(deps))
  const { merchantId } = owner
  const cashier = await createCashier(deps, { merchantId }, `Aminah ${randomUUID().slice(0, 8)}`)
  const callAsOwner = async <Data>(method: 'GET' | 'POST', path: string, payload?: object) =>
    connectCounter(server, { headers: await createOwnerSession(deps, owner) })<Data>(method, `/owner${path}`, payload)
  const openPhone = async () => {
    const phone = await createPhone(deps, { owner })
    await startWorkOn(deps.db.pool, { id: phone.id, cashierId: cashier.id, now: deps.now() })
    return connectCounter(server, { headers: phone.headers })
  }
  /** A member with a claimed voucher of this merchant, opened on their phone. */
  const claim = async (reward: Parameters<typeof createReward>[1] = {}) => {
    const claimant = await createClaimant(deps, 5)
    const member = { ...claimant, ...vouchersOf(server, claimant) }
    const voucher = await member.claimNew({ merchant_id: merchantId, ...reward })
    return { ...voucher, member, code: await member.open(voucher.id) }
  }
  return {
    owner,
    merchantId,
    callAsOwner,
    claim,
    openPhone,
    /** A voucher's number and code as a cashier notes them now. */
    note: ({ number, code }: { number: string; code(): string }) => ({
      number,
      code: code(),
      noted_at: minuteOf(deps.now()),
    }),
    /** Enters later, on a new phone, what was noted. */
    enterLate: async (noted: { number: string; code: string; noted_at: string }) =>
      (await openPhone())('POST', '/late-hand-overs', noted, { 'idempotency-key': randomUUID() }),
    /** Claims a voucher and hands it over at the counter now. */
    handOver: async (reward: Parameters<typeof createReward>[1] = {}) => {
      const voucher = await claim(reward)
      const phone = await openPhone()
      await phone('POST', '/vouchers/check', { number: voucher.number, code: voucher.code() })
      const key = { 'idempotency-key': randomUUID() }
      const { status } = await phone('POST', `/vouchers/${voucher.id}/hand-over`, {}, key)
      if (status !== 200) throw new Error(`The hand-over was answered with ${status}`)
      return { ...voucher, takeBack: () => phone('POST', `/vouchers/${voucher.id}/take-back`, {}) }
    },
    statements: async () => (await callAsOwner<Statement[]>('GET', `/merchants/${merchantId}/statements`)).data,
    /** What a statement comes to, in sen; 0 if there is none. */
    total: async (month: string) =>
      (await callAsOwner<OwnerStatement>('GET', `/merchants/${merchantId}/statements/${month}`)).data?.total_sen ?? 0,
    statement: (month: string) => callAsOwner<OwnerStatement>('GET', `/merchants/${merchantId}/statements/${month}`),
    accept: (month: string) => callAsOwner('POST', `/merchants/${merchantId}/statements/${month}/acceptance`, {}),
    dispute: (lineId: number | null, reason: string) =>
      callAsOwner('POST', `/statement-lines/${lineId}/dispute`, { reason }),
  }
}
export type Stall = Awaited<ReturnType<typeof createStall>>

/** A new manager with the calls about statements. */
export async function createSettlementDesk(server: TestApp) {
  const desk = await createDesk(server, { role: 'manager' })
  const show = ({ merchantId }: { merchantId: number }, month: string) =>
    desk.call<Answered<AdminStatementWithLines>>('GET', `/merchants/${merchantId}/statements/${month}`)
  const issueAs = (merchantId: number, month: string, figures: { lines: number; total_sen: number }) =>
    desk.call<Answered>('POST', `/merchants/${merchantId}/statements/${month}/issue`, figures)
  const open = async () =>
    (await desk.call<Answered<{ disputes: Dispute[]; late: LateHandOver[] }>>('GET', '/settlement-questions')).data
  const isOf =
    ({ merchantId }: { merchantId: number }) =>
    ({ merchant }: { merchant: { id: number } }) =>
      merchant.id === merchantId
  return {
    ...desk,
    show,
    open,
    disputesOf: async (stall: { merchantId: number }) => (await open()).disputes.filter(isOf(stall)),
    lateOf: async (stall: { merchantId: number }) => (await open()).late.filter(isOf(stall)),
    issueAs,
    /** Issues a statement with the figures of now. */
    issue: async (of: { merchantId: number }, month: string) => {
      const { data } = await show(of, month)
      return issueAs(of.merchantId, month, { lines: data?.lines ?? 1, total_sen: data?.total_sen ?? 0 })
    },
    pay: (id: number | null, reference = 'Maybank 4711') =>
      desk.call<Answered>('POST', `/statements/${id}/payment`, { reference }),
    answerDispute: (id: number, amount_sen: number, answer = 'You are right.') =>
      desk.call<Answered>('POST', `/line-disputes/${id}/answer`, { answer, amount_sen }),
    answerLate: (id: number, is_paid: boolean, reason = 'The till’s note shows it.') =>
      desk.call<Answered>('POST', `/late-hand-overs/${id}/answer`, { is_paid, reason }),
    voidUsed: (id: number) =>
      desk.call<Answered>('POST', `/vouchers/${id}/void`, { state: 'used', reason: 'Twice.', stamps_back: false }),
  }
}

/** A stall whose statement of March, with these hand-overs, one of two managers has issued on 2 April. */
export async function issueMarch(server: TestApp, rewards: Parameters<typeof createReward>[1][] = [{}]) {
  const months = startYear(server)
  const stall = await createStall(server)
  const vouchers = []
  for (const reward of rewards) vouchers.push(await stall.handOver(reward))
  travelToDay(server, months.day('04-02'))
  const [one, two] = [await createSettlementDesk(server), await createSettlementDesk(server)]
  await one.issue(stall, months.march)
  const { id } = (await one.show(stall, months.march)).data
  const lineIds = (await stall.statement(months.march)).data.rows.map((row) => row.id ?? 0)
  return { ...months, stall, vouchers, one, two, id: Number(id), lineIds }
}

/** Moves the clock to 10 March of another year, so that no other test has statements of its months. */
export function startYear(server: TestApp) {
  const year = server.deps.now().getUTCFullYear() + 1
  travelToDay(server, `${year}-03-10`)
  return { year, march: `${year}-03`, april: `${year}-04`, may: `${year}-05`, day: (rest: string) => `${year}-${rest}` }
}

/** Moves a server's clock to noon of a day of the campus, which must be later. */
export function travelToDay({ deps, travel }: TestApp, day: string): void {
  const noon = Temporal.PlainDateTime.from(`${day}T12:00`).toZonedDateTime(deps.config.TIME_ZONE)
  travel(noon.epochMilliseconds - deps.now().getTime())
}

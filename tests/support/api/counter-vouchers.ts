import { randomUUID } from 'node:crypto'
import type { CheckedVoucher, HandOverRow } from '@stampus/contract/counter/handOvers'
import { startWorkOn, workKey } from '../../../server/domains/counters/phones/phones.store.ts'
import type { TestApp } from '../server/app.ts'
import { connectCounter, createPhone, createWorkingPhone } from './counters.ts'
import { type Claimant, createClaimant, vouchersOf } from './rewards.ts'

export type WorkingPhone = Awaited<ReturnType<typeof createWorkingPhone>>
export type OpenedVoucher = Awaited<ReturnType<typeof openVoucher>>

/** The calls about vouchers that an enrolled phone makes. */
export function counterOf(server: TestApp, { headers }: Pick<WorkingPhone, 'headers'>) {
  const call = connectCounter(server, { headers })
  return {
    call,
    check: (number: string, code: string) => call<CheckedVoucher>('POST', '/vouchers/check', { number, code }),
    handOver: (id: number, key: string = randomUUID()) =>
      call<HandOverRow>('POST', `/vouchers/${id}/hand-over`, {}, { 'idempotency-key': key }),
    takeBack: (id: number) => call('POST', `/vouchers/${id}/take-back`, {}),
    late: (entry: { number: string; code: string; noted_at: string }, key: string = randomUUID()) =>
      call<undefined>('POST', '/late-hand-overs', entry, { 'idempotency-key': key }),
    today: async () => (await call<HandOverRow[]>('GET', '/hand-overs')).data,
  }
}

/** A phone with a cashier, and a member who has opened a voucher of that merchant. */
export async function openVoucher(server: TestApp, given: { phone?: WorkingPhone; claimant?: Claimant } = {}) {
  const { deps } = server
  const phone = given.phone ?? (await createWorkingPhone(deps))
  const claimant = given.claimant ?? (await createClaimant(deps, 5))
  const member = vouchersOf(server, claimant)
  const { id, number } = await member.claimNew({ merchant_id: phone.merchantId })
  return { phone, claimant, member, id, number, code: await member.open(id), counter: counterOf(server, phone) }
}

/** Another phone of the same merchant, on which the same cashier works. */
export async function createSecondPhone({ deps }: TestApp, { owner, cashier }: WorkingPhone): Promise<WorkingPhone> {
  const phone = { ...(await createPhone(deps, { owner })), cashier }
  await keepWorking({ deps }, phone)
  return phone
}

/** The cashier enters the PIN again, which gives the phone another key for codes. */
export async function keepWorking({ deps }: Pick<TestApp, 'deps'>, phone: WorkingPhone): Promise<void> {
  const now = deps.now()
  await startWorkOn(deps.db.pool, { id: phone.id, cashierId: phone.cashier.id, now })
  phone.key = workKey(phone.ownKey, now)
}

/** The start of the minute of a time, as a cashier notes it. */
export const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / 60_000) * 60_000).toISOString()

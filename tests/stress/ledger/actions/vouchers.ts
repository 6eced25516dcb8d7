import { randomUUID } from 'node:crypto'
import { voucherCode } from '../../../support/api/codes.ts'
import { vouchersOf } from '../../../support/api/rewards.ts'
import { pickVoucher } from '../model/state.ts'
import { isSentAs, type Of, type VoucherOperation } from '../operations.ts'
import type { Scenario } from '../scenario.ts'
import type { Call } from './call.ts'
import { type CounterVoucher, callAtCounter } from './counter.ts'

export async function voucherCalls(scenario: Scenario, operation: VoucherOperation): Promise<Call[]> {
  const call = await callOf(scenario, operation)
  if (!call) return []
  return isSentAs(operation) === 'one' ? [call] : [call, call]
}

async function callOf(scenario: Scenario, operation: VoucherOperation): Promise<Call | undefined> {
  const { server, members, vouchers, manager } = scenario
  const voucher = pickVoucher(vouchers, operation.voucher)
  const member = voucher && members[voucher.member]
  if (!voucher || !member) return undefined
  const own = vouchersOf(server, member)
  switch (operation.kind) {
    case 'give back':
      return () => own.giveBack(voucher.id)
    case 'take back':
      return () => manager.call('POST', `/vouchers/${voucher.id}/take-back`, {})
    case 'void': {
      const { data } = await manager.call<{ data: { state: string } }>('GET', `/vouchers/${voucher.id}`)
      const state = data.state === 'used' ? 'used' : 'ready'
      const body = { state, reason: 'The shop has closed.', stamps_back: operation.stampsBack }
      return () => manager.call('POST', `/vouchers/${voucher.id}/void`, body)
    }
    case 'hand over':
      return handOver(scenario, voucher, own, operation)
    case 'answer late':
      return answerLate(scenario, voucher, operation.isPaid)
    default:
      return callAtCounter(server, scenario.stall, { voucher, member: own }, operation)
  }
}

async function handOver(
  { server, manager }: Scenario,
  { id, number }: CounterVoucher,
  own: ReturnType<typeof vouchersOf>,
  { isRepeat }: Of<'hand over'>,
): Promise<Call> {
  const opened = await own.call<{ data?: { key: string } }>('POST', `/vouchers/${id}/key`, {})
  const code = opened.data ? voucherCode(opened.data.key, server.deps.now().getTime()) : '0000'
  await manager.call('POST', '/vouchers/check', { number, code })
  const requestId = randomUUID()
  return async () => {
    const body = { request_id: isRepeat ? requestId : randomUUID() }
    const { status } = await manager.call('POST', `/vouchers/${id}/hand-over`, body)
    if (status !== 200 && status !== 409) throw new Error(`A hand-over was answered with ${status}`)
    return { status }
  }
}

/** The latest entry is answered, and with it those before. */
async function answerLate({ server, manager }: Scenario, { id }: CounterVoucher, isPaid: boolean) {
  const { rows } = await server.deps.db.pool.query<{ id: number }>({
    text: 'SELECT id FROM late_hand_overs WHERE voucher_id = $1 ORDER BY id DESC LIMIT 1',
    values: [id],
  })
  const [late] = rows
  const body = { is_paid: isPaid, reason: `Answer ${randomUUID()}` }
  return late && (() => manager.call('POST', `/late-hand-overs/${late.id}/answer`, body))
}

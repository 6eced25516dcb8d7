import { randomUUID } from 'node:crypto'
import { decimalAmount } from '@stampus/contract/values/money'
import { vouchersCleanUp } from '../../../../server/domains/rewards/vouchers/vouchers.service.ts'
import { createReward, vouchersOf } from '../../../support/api/rewards.ts'
import { createRandomPhoto, receiptFields, sendReceipt } from '../../../support/api/submissions.ts'
import { terms } from '../model/state.ts'
import { isSentAs, MONTH_SECONDS, type Of, type Operation } from '../operations.ts'
import { type Scenario, signInAgain } from '../scenario.ts'
import type { Call } from './call.ts'
import { endAtCounter } from './counter.ts'
import { receiptCalls, requestCalls } from './receipts.ts'
import { statementCalls } from './statements.ts'
import { voucherCalls } from './vouchers.ts'

const PASSWORD = 'Kopi-0-kosong'

/**
 * Performs an operation through the API, where it is sent twice in two calls at the same moment; returns the indexes of
 * the accepted calls.
 */
export async function perform(scenario: Scenario, operation: Operation): Promise<number[]> {
  const calls = await callsOf(scenario, operation)
  const answers = await Promise.all(calls.map((call) => call()))
  return answers.flatMap(({ status }, at) => (status < 300 ? [at] : []))
}

async function callsOf(scenario: Scenario, operation: Operation): Promise<Call[]> {
  switch (operation.kind) {
    case 'wait':
      return [() => wait(scenario, operation.seconds)]
    case 'submit':
      return [() => submit(scenario, operation)]
    case 'adjust':
      return adjust(scenario, operation)
    case 'answer adjustment':
      return requestCalls(scenario, operation)
    case 'delete account':
      return [() => deleteAccount(scenario, operation.member)]
    case 'claim':
      return claim(scenario, operation)
    case 'expire':
      return [() => expire(scenario)]
    case 'recall':
      return [() => recall(scenario, operation.reward)]
    case 'end cashier':
    case 'end phone':
      return [() => endAtCounter(scenario.server, scenario.stall, operation)]
  }
  if ('receipt' in operation) return receiptCalls(scenario, operation)
  if ('voucher' in operation) return voucherCalls(scenario, operation)
  if (operation.kind === 'issue statement' && operation.waits) await wait(scenario, MONTH_SECONDS)
  return statementCalls(scenario, operation)
}

const A_MINUTE_SECONDS = 60

async function wait(scenario: Scenario, seconds: number) {
  scenario.server.travel(seconds * 1000)
  if (seconds > A_MINUTE_SECONDS) await signInAgain(scenario)
  return { status: 200 }
}

/** Sends a receipt, which the first reviewer may approve at once. */
export async function submit(
  {
    server,
    merchantId,
    members,
    receipts,
    reviewers,
  }: Pick<Scenario, 'server' | 'merchantId' | 'members' | 'receipts' | 'reviewers'>,
  { member, sen, isApproved }: Pick<Of<'submit'>, 'member' | 'sen' | 'isApproved'>,
) {
  const fields = receiptFields(server.deps, merchantId, { purchase_amount: decimalAmount(sen) })
  const answer = await sendReceipt(server, members[member]?.headers ?? {}, fields, { bytes: await createRandomPhoto() })
  if (answer.statusCode !== 201) return { status: answer.statusCode }
  const { id } = answer.json().data
  receipts.push(id)
  if (isApproved) await reviewers[0]?.approve(id)
  return { status: 201 }
}

function adjust({ manager, members }: Scenario, { member, stamps }: Of<'adjust'>): Call[] {
  const body = { stamps, reason: 'We looked again.', request_id: randomUUID() }
  const call = () => manager.call('POST', `/members/${members[member]?.id}/stamp-corrections`, body)
  return [call, call]
}

async function deleteAccount(scenario: Scenario, at: number) {
  const member = scenario.members[at]
  if (!member) return { status: 404 }
  const answer = await vouchersOf(scenario.server, member).call('POST', '/user/deletion', { password: PASSWORD })
  if (answer.status < 300) scenario.deleted[at] = true
  return answer
}

function claim({ server, members, rewards, vouchers }: Scenario, operation: Of<'claim'>): Call[] {
  const [claimant, reward] = [members[operation.member], rewards[operation.reward]]
  if (!claimant || !reward) return []
  const own = vouchersOf(server, claimant)
  const key = randomUUID()
  const claimOnce = async () => {
    const { status, data } = await own.claim(reward, isSentAs(operation) === 'repeat' ? key : randomUUID())
    if (status === 201 && !vouchers.some(({ id }) => id === data.id)) {
      vouchers.push({ id: data.id, number: data.number, member: operation.member })
      vouchers.sort((one, other) => one.id - other.id)
    }
    return { status }
  }
  return [claimOnce, claimOnce]
}

async function expire({ server }: Scenario) {
  await vouchersCleanUp(server.deps).vouchers?.()
  return { status: 200 }
}

/** Another reward of the same terms takes its place. */
async function recall({ server, manager, rewards, stall }: Scenario, at: number) {
  const reward = rewards[at]
  const body = { reason: 'The shop has closed.', version: reward?.version }
  const answer = await manager.call('POST', `/rewards/${reward?.id}/recall`, body)
  rewards[at] = await createReward(server.deps, { ...terms[at], merchant_id: stall.owner.merchantId })
  return answer
}

import { addDays, dayIn } from '@stampus/contract/values/days'
import { expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createReward } from '../../../../tests/support/api/rewards.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()
const people = actorsOf(server)

const today = () => dayIn(server.deps.config.TIME_ZONE, server.deps.now())

test('R-3.07 a receipt of the merchant and day of a used voucher carries a signal, and no other receipt does', async () => {
  const { deps } = server
  const [desk, manager] = [await people.reviewer(), await people.manager()]
  const [merchantId, other] = [(await createMerchant(deps)).id, (await createMerchant(deps)).id]
  const member = await people.member({ stamps: 10 })
  const reward = await createReward(deps, { merchant_id: merchantId })
  const { data: voucher } = await member.claim(reward)
  await member.claim(reward)
  const userId = member.id
  const receipt = await createSubmission(deps, { userId, merchantId })
  const [elsewhere, before, stranger] = [
    await createSubmission(deps, { userId, merchantId: other }),
    await createSubmission(deps, { userId, merchantId, date: addDays(today(), -1) }),
    await createSubmission(deps, { merchantId }),
  ]
  const textsOf = async (id: number) => (await desk.renew(id)).data.signals.map(({ kind, text }) => `${kind}: ${text}`)
  expect(await textsOf(receipt.id)).toEqual([])
  await member.handOver(voucher, manager)
  expect(await textsOf(receipt.id)).toEqual(['reward_used: A reward was used here that day'])
  for (const { id } of [elsewhere, before, stranger]) expect([id, await textsOf(id)]).toEqual([id, []])
  await manager.call('POST', `/vouchers/${voucher.id}/void`, {
    state: 'used',
    reason: 'Not handed over.',
    stamps_back: true,
  })
  expect(await textsOf(receipt.id)).toEqual([])
})

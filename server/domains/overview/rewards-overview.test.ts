import type { RewardsOverview } from '@stampus/contract/console/overview'
import { beforeAll, expect, test } from 'vitest'
import { deleteOwnAccount } from '../../../tests/support/api/delete-account.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createClaimant, createReward, vouchersOf } from '../../../tests/support/api/rewards.ts'
import { createSettlementDesk, createStall, travelToDay } from '../../../tests/support/api/statements.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const server = serverForTests()
beforeAll(async () => {
  travelToDay(server, '2028-03-10')
})

async function overview() {
  const manager = await createDesk(server, { role: 'manager' })
  return (await manager.call<{ data: RewardsOverview }>('GET', '/overview/rewards')).data
}

test('R-6.04 managers see outstanding stamps, ready vouchers with what they would cost, and what was handed out by month and merchant', async () => {
  const [stall, other] = [await createStall(server), await createStall(server)]
  await stall.handOver()
  await stall.handOver({ owed_sen: 250 })
  const voided = await stall.handOver()
  await (await createSettlementDesk(server)).voidUsed(voided.id)
  const returned = await other.claim()
  await returned.member.giveBack(returned.id)
  travelToDay(server, '2028-04-10')
  await other.handOver({ owed_sen: 40 })
  const deleted = await createClaimant(server.deps, 9)
  await deleteOwnAccount(server, deleted)
  await createClaimant(server.deps, -4)
  const atDesk = vouchersOf(server, await createClaimant(server.deps, 5))
  await atDesk.handOver(await atDesk.claimNew({ merchant_id: null }), await createDesk(server, { role: 'manager' }))
  await other.claim({ owed_sen: 500, stamps: 3 })
  const { months, handed_out, ...figures } = await overview()
  // Of five stamps each: four members spent two, one got them back, one spent two at the desk, one spent three.
  expect(figures).toEqual({
    outstanding_stamps: 4 * 3 + 5 + 3 + 2,
    ready_vouchers: 1,
    ready_stamps: 3,
    ready_sen: 500,
  })
  expect([months.length, months[0], months.at(-1)]).toEqual([12, '2027-05', '2028-04'])
  const merchant = { id: stall.merchantId, name: 'Kopi Kita' }
  expect(handed_out).toEqual([
    { month: '2028-04', merchant: { id: other.merchantId, name: 'Kopi Kita' }, vouchers: 1, value_sen: 40 },
    { month: '2028-04', merchant: null, vouchers: 1, value_sen: 0 },
    { month: '2028-03', merchant, vouchers: 2, value_sen: 430 },
  ])
  const manager = await createDesk(server, { role: 'manager' })
  expect(await manager.file('/overview/rewards/export')).toBe(
    [
      '\ufeff"figure","month","merchant_id","merchant","vouchers","stamps","amount","currency"',
      '"outstanding","","","","","22","",""',
      '"ready","","","","1","3","5.00","RM"',
      `"handed out","2028-04","${other.merchantId}","Kopi Kita","1","","0.40","RM"`,
      '"handed out","2028-04","","","1","","0.00","RM"',
      `"handed out","2028-03","${stall.merchantId}","Kopi Kita","2","","4.30","RM"`,
      '',
    ].join('\r\n'),
  )
})

test('R-6.04 a voucher that has expired or was recalled no longer counts as ready, also before the job has ended it, and months are twelve', async () => {
  const stall = await createStall(server)
  await stall.claim()
  const reward = await createReward(server.deps)
  await vouchersOf(server, await createClaimant(server.deps, 5)).claim(reward)
  expect((await overview()).ready_vouchers).toBe(3)
  const manager = await createDesk(server, { role: 'manager' })
  const recall = { version: reward.version, reason: 'The cups broke.' }
  expect((await manager.call('POST', `/rewards/${reward.id}/recall`, recall)).status).toBe(200)
  expect((await overview()).ready_vouchers).toBe(2)
  travelToDay(server, '2029-03-31')
  const { ready_vouchers, handed_out } = await overview()
  expect([ready_vouchers, handed_out.map(({ month }) => month)]).toEqual([0, ['2028-04', '2028-04']])
})

import type { RewardsOverview } from '@stampus/contract/console/overview'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createClaimant, createReward, vouchersOf } from '../../../tests/support/api/rewards.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server?.close())

test('R-6.04 the voucher of a recalled reward no longer counts as ready, also before the job has ended it', async () => {
  const manager = await createDesk(server, { role: 'manager' })
  const readVouchers = async () => {
    const { data } = await manager.call<{ data: RewardsOverview }>('GET', '/overview/rewards')
    return [data.ready_vouchers, data.ready_sen]
  }
  const reward = await createReward(server.deps)
  await vouchersOf(server, await createClaimant(server.deps, 5)).claim(reward)
  expect(await readVouchers()).toEqual([1, 180])
  const recall = { version: reward.version, reason: 'The cups broke.' }
  expect((await manager.call('POST', `/rewards/${reward.id}/recall`, recall)).status).toBe(200)
  expect(await readVouchers()).toEqual([0, 0])
})

import { expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { createReward, createVoucherDesk } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { updateState } from '../rewards.store.ts'

const server = serverForTests()
const people = actorsOf(server)

type List = { data: { id: number; state: string }[] }

test('R-3.01 the rewards to filter vouchers by have a title and a state, and drafts are not among them', async () => {
  const manager = await people.manager()
  const add = () => createReward(server.deps, { title: 'Kopi tarik' })
  const [first, copy, draft] = [await add(), await add(), await add()]
  await manager.call('PUT', `/rewards/${first.id}/state`, { version: 2, state: 'ended' })
  await updateState(server.deps.db.pool, draft.id, 'draft')
  expect((await manager.call<List>('GET', '/reward-choices')).data).toEqual([
    { id: copy.id, title: 'Kopi tarik', state: 'published' },
    { id: first.id, title: 'Kopi tarik', state: 'ended' },
  ])
})

test('R-3.01 R-3.06 a manager filters vouchers by their state, also before the job ends what is over', async () => {
  const manager = await createVoucherDesk(server)
  const member = await people.member({ stamps: 20 })
  const { id: ready } = await member.claimNew()
  const used = await member.claimNew()
  const [{ id: returned }, { id: voided }, recalled] = [
    await member.claimNew(),
    await member.claimNew(),
    await member.claimNew(),
  ]
  const { id: expired } = await member.claimNew({ valid_days: 1 })
  await (await people.member({ stamps: 5 })).claimNew({ valid_days: 30 })
  await member.handOver(used, manager)
  await member.giveBack(returned)
  await manager.voidVoucher(voided, { stamps_back: true })
  await manager.recall(recalled.reward_id)
  server.travel(3 * 86_400_000)
  const { call } = await people.manager()
  for (const [state, ids] of [
    ['ready', [ready]],
    ['used', [used.id]],
    ['returned', [returned]],
    ['expired', [expired]],
    ['voided', [recalled.id, voided]],
  ] as const) {
    const shown = ids.map((id) => ({ id, state }))
    expect((await call<List>('GET', `/vouchers?member_id=${member.id}&state=${state}`)).data).toMatchObject(shown)
    const all = (await call<List>('GET', `/vouchers?state=${state}`)).data
    expect(all.slice(-ids.length)).toMatchObject(shown)
    expect(new Set(all.map((voucher) => voucher.state))).toEqual(new Set([state]))
  }
})

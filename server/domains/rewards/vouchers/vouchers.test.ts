import { PAGE_SIZE } from '@stampus/contract/limits'
import { expect, test } from 'vitest'
import { createMemberSession } from '../../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { type createReward, createVoucherDesk, vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { vouchersCleanUp } from './vouchers.service.ts'

const DAY_MS = 86_400_000

const server = serverForTests()
const people = actorsOf(server)
checkedLedger(server)

/** A member with five stamps who has claimed a reward for two. */
async function claimed(given: Parameters<typeof createReward>[1] = {}) {
  const member = await people.member({ stamps: 5 })
  const voucher = await member.claimNew(given)
  const { id } = voucher
  const balance = async () => (await member.wallet()).stamp_balance
  return { member, voucher, id, balance, shown: async () => (await member.show(id)).data }
}

const runJobs = () => Promise.all(Object.values(vouchersCleanUp(server.deps)).map((run) => run()))
const left = async (rewardId: number) => {
  server.deps.responseCache.clear()
  return (await people.guest<{ data: { left: number } }>('GET', `/rewards/${rewardId}`)).data.left
}

test('R-3.01 R-3.05 a voucher that was given back returns its stamps and its place in the stock, once', async () => {
  const { member, id, voucher, balance, shown } = await claimed({ stock: 1 })
  expect(await left(voucher.reward_id)).toBe(0)
  const answers = await Promise.all([1, 2, 3].map(() => member.giveBack(id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await balance()).toBe(5)
  expect(await shown()).toMatchObject({ state: 'returned', stamps_back: true, ended_at: expect.any(String) })
  expect(await left(voucher.reward_id)).toBe(1)
  expect((await member.giveBack(id)).message).toBe('This voucher can no longer be used.')
})

test('R-3.01 a voucher expires after its last day, before any job has run, and the job returns its stamps once', async () => {
  const { member, id, balance, shown } = await claimed({ valid_days: 3 })
  server.travel(5 * DAY_MS)
  expect(await shown()).toMatchObject({ state: 'expired', stamps_back: true, stamps_due: true })
  expect((await member.list('?state=ready')).data).toEqual([])
  expect((await member.giveBack(id)).status).toBe(409)
  expect(await balance()).toBe(3)
  await Promise.all([runJobs(), runJobs()])
  expect(await balance()).toBe(5)
  expect(await shown()).toMatchObject({ state: 'expired', stamps_back: true, stamps_due: false })
})

test('R-2.02 R-3.08 a recall ends the reward, voids unused vouchers, returns their stamps and mails the reason', async () => {
  const { member, id, voucher, balance, shown } = await claimed()
  const { reward_id } = voucher
  const manager = await createVoucherDesk(server)
  const recalled = await manager.recall(reward_id)
  expect(recalled).toMatchObject({ status: 200, data: { state: 'ended', recall_reason: 'The stall has closed.' } })
  const voided = { state: 'voided', voided_by: 'recall', stamps_back: true, reason: 'The stall has closed.' }
  expect(await shown()).toMatchObject({ ...voided, stamps_due: true })
  expect((await member.call('POST', `/vouchers/${id}/key`, {})).status).toBe(409)
  expect((await manager.voidVoucher(id)).status).toBe(409)
  await runJobs()
  expect(await shown()).toMatchObject({ ...voided, stamps_due: false })
  expect(await balance()).toBe(5)
  expect((await member.claim({ id: reward_id, version: 3 })).code).toBe('not_available')
  expect((await manager.recall(reward_id, 3)).status).toBe(409)
})

test('R-3.05 D-34 ready vouchers come first by their last day, and each member sees only their own', async () => {
  const { claimNew, giveBack, list } = await people.member({ stamps: 20 })
  const claim = async (valid_days: number) => (await claimNew({ valid_days, title: `${valid_days} days` })).id
  const returned = await claim(9)
  for (const days of [30, 5]) await claim(days)
  await giveBack(returned)
  for (const [query, titles] of [
    ['', ['5 days', '30 days', '9 days']],
    ['?state=ready', ['5 days', '30 days']],
    ['?state=returned', ['9 days']],
    ['?state=used', []],
  ] as const)
    expect([query, (await list(query)).data.map(({ title }) => title)]).toEqual([query, titles])
  const other = await people.member()
  expect((await other.list()).data).toEqual([])
  for (const answer of [
    await other.show(returned),
    await other.giveBack(returned),
    await other.call('POST', `/vouchers/${returned}/key`, {}),
  ])
    expect(answer.status).toBe(404)
})

test('R-3.05 pages leave out no voucher, and one that has expired since is among the past ones', async () => {
  const { claimNew, giveBack, list } = await people.member({ stamps: 40 })
  const idOf = async (valid_days = 14) => (await claimNew({ stamps: 1, valid_days })).id
  const past: number[] = []
  for (let times = 0; times < PAGE_SIZE; times += 1) {
    past.push(await idOf())
    await giveBack(past.at(-1) ?? 0)
  }
  past.push(await idOf(3))
  const ready = [await idOf(), await idOf()]
  server.travel(5 * DAY_MS)
  const idsOf = async (query: string) => (await list(query)).data.map(({ id }) => id)
  const expected = [...ready.toReversed(), ...past.toReversed()]
  expect(await idsOf('?page=1')).toEqual(expected.slice(0, PAGE_SIZE))
  expect(await idsOf('?page=2')).toEqual(expected.slice(PAGE_SIZE))
  expect(await idsOf('?page=3')).toEqual([])
  expect(await idsOf('?state=returned')).toEqual(past.slice(0, PAGE_SIZE).toReversed())
})

test('R-3.02 R-3.03 opening a voucher consumes nothing, gives this device a key, and the voucher says where it was opened last', async () => {
  const { member, id, balance, shown } = await claimed()
  const second = vouchersOf(server, { headers: await createMemberSession(server.deps, member) })
  const openOn = ({ call }: Pick<typeof second, 'call'>) =>
    call<{ status: number; data: { key: string; now: string } }>('POST', `/vouchers/${id}/key`, {})
  const places = async () =>
    (await Promise.all([member, second].map(({ show }) => show(id)))).map(({ data }) =>
      data.is_open_here ? 'here' : data.is_open_elsewhere ? 'elsewhere' : 'nowhere',
    )
  expect(await places()).toEqual(['nowhere', 'nowhere'])
  const opened = await openOn(member)
  expect(opened).toMatchObject({ status: 200, data: { key: expect.stringMatching(/^[A-Z2-7]{32}$/) } })
  expect(opened.data.now).toBe(server.deps.now().toISOString())
  expect([(await shown()).state, await balance(), await places()]).toEqual(['ready', 3, ['here', 'elsewhere']])
  expect((await openOn(second)).data.key).not.toBe(opened.data.key)
  expect(await places()).toEqual(['elsewhere', 'here'])
  await member.giveBack(id)
  expect((await openOn(member)).status).toBe(409)
})

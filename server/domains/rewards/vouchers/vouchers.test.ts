import { PAGE_SIZE } from '@stampus/contract/limits'
import { afterEach, expect, test } from 'vitest'
import { createMemberSession } from '../../../../tests/support/api/accounts.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createClaimant, createReward, vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { findLedgerErrors } from '../../wallet/ledger-check.store.ts'
import { vouchersCleanUp } from './vouchers.service.ts'

const DAY_MS = 86_400_000

const server = serverForTests()
afterEach(async () => expect(await findLedgerErrors(server.deps.db.pool)).toEqual([]))

/** A member with five stamps who has claimed a reward for two. */
async function claimed(given: Parameters<typeof createReward>[1] = {}) {
  const claimant = await createClaimant(server.deps, 5)
  const member = vouchersOf(server, claimant)
  const reward = await createReward(server.deps, given)
  const { data } = await member.claim(reward)
  return { ...member, id: data.id, reward, voucher: data, claimant }
}

const runJobs = () => Promise.all(Object.values(vouchersCleanUp(server.deps)).map((run) => run()))
const left = async (id: number) => (await server.app.inject({ url: `/api/rewards/${id}` })).json().data.left

test('R-3.01 R-3.05 a voucher that was given back returns its stamps and its place in the stock, once', async () => {
  const { giveBack, id, wallet, show, reward } = await claimed({ stock: 1 })
  server.deps.responseCache.clear()
  expect(await left(reward.id)).toBe(0)
  const answers = await Promise.all([giveBack(id), giveBack(id), giveBack(id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await wallet()).stamp_balance).toBe(5)
  expect((await show(id)).data).toMatchObject({ state: 'returned', stamps_back: true, ended_at: expect.any(String) })
  server.deps.responseCache.clear()
  expect(await left(reward.id)).toBe(1)
  expect((await giveBack(id)).message).toBe('This voucher can no longer be used.')
})

test('R-3.01 a voucher expires after its last day, before any job has run, and the job returns its stamps once', async () => {
  const { giveBack, id, wallet, show, list } = await claimed({ valid_days: 3 })
  server.travel(5 * DAY_MS)
  expect((await show(id)).data).toMatchObject({ state: 'expired', stamps_back: true, stamps_due: true })
  expect((await list('?state=ready')).data).toEqual([])
  expect((await giveBack(id)).status).toBe(409)
  expect((await wallet()).stamp_balance).toBe(3)
  await Promise.all([runJobs(), runJobs()])
  expect((await wallet()).stamp_balance).toBe(5)
  expect((await show(id)).data).toMatchObject({ state: 'expired', stamps_back: true, stamps_due: false })
})

test('R-2.02 R-3.08 a recall ends the reward, voids unused vouchers, returns their stamps and mails the reason', async () => {
  const { id, wallet, show, reward, claim, call } = await claimed()
  const manager = await createDesk(server, { role: 'manager' })
  const recalled = await manager.call('POST', `/rewards/${reward.id}/recall`, {
    version: 2,
    reason: 'The stall has closed.',
  })
  expect(recalled).toMatchObject({ status: 200, data: { state: 'ended', recall_reason: 'The stall has closed.' } })
  const voided = { state: 'voided', voided_by: 'recall', stamps_back: true, reason: 'The stall has closed.' }
  expect((await show(id)).data).toMatchObject({ ...voided, stamps_due: true })
  expect((await call('POST', `/vouchers/${id}/key`, {})).status).toBe(409)
  expect(
    (await manager.call('POST', `/vouchers/${id}/void`, { state: 'ready', reason: 'x', stamps_back: false })).status,
  ).toBe(409)
  await runJobs()
  expect((await show(id)).data).toMatchObject({ ...voided, stamps_due: false })
  expect((await wallet()).stamp_balance).toBe(5)
  expect((await claim({ id: reward.id, version: 3 })).code).toBe('not_available')
  expect((await manager.call('POST', `/rewards/${reward.id}/recall`, { version: 3, reason: 'Again' })).status).toBe(409)
})

test('R-3.05 D-34 ready vouchers come first by their last day, and each member sees only their own', async () => {
  const claimant = await createClaimant(server.deps, 20)
  const { claim, giveBack, list } = vouchersOf(server, claimant)
  const [long, short, gone] = await Promise.all(
    [30, 5, 9].map((valid_days) => createReward(server.deps, { valid_days, title: `${valid_days} days` })),
  )
  if (!long || !short || !gone) throw new Error('No rewards')
  const returned = (await claim(gone)).data.id
  await claim(long)
  await claim(short)
  await giveBack(returned)
  const titles = async (query = '') => (await list(query)).data.map(({ title }) => title)
  expect(await titles()).toEqual(['5 days', '30 days', '9 days'])
  expect(await titles('?state=ready')).toEqual(['5 days', '30 days'])
  expect(await titles('?state=returned')).toEqual(['9 days'])
  expect(await titles('?state=used')).toEqual([])
  const other = vouchersOf(server, await createClaimant(server.deps, 0))
  expect((await other.list()).data).toEqual([])
  expect((await other.show(returned)).status).toBe(404)
  expect((await other.giveBack(returned)).status).toBe(404)
  expect((await other.call('POST', `/vouchers/${returned}/key`, {})).status).toBe(404)
})

test('R-3.05 pages leave out no voucher, and one that has expired since is among the past ones', async () => {
  const { claim, giveBack, list } = vouchersOf(server, await createClaimant(server.deps, 20))
  const [long, short] = [await createReward(server.deps), await createReward(server.deps, { valid_days: 3 })]
  const idOf = async (reward: typeof long) => (await claim(reward)).data.id
  const past: number[] = []
  for (let times = 0; times < PAGE_SIZE; times += 1) {
    past.push(await idOf(long))
    await giveBack(past.at(-1) ?? 0)
  }
  past.push(await idOf(short))
  const ready = [await idOf(long), await idOf(long)]
  server.travel(5 * DAY_MS)
  const idsOf = async (query: string) => (await list(query)).data.map(({ id }) => id)
  const expected = [...ready.toReversed(), ...past.toReversed()]
  expect(await idsOf('?page=1')).toEqual(expected.slice(0, PAGE_SIZE))
  expect(await idsOf('?page=2')).toEqual(expected.slice(PAGE_SIZE))
  expect(await idsOf('?page=3')).toEqual([])
  expect(await idsOf('?state=returned')).toEqual(past.slice(0, PAGE_SIZE).toReversed())
  expect(await idsOf('?state=ready&page=1')).toEqual(ready.toReversed())
})

test('R-3.02 R-3.03 opening a voucher consumes nothing and gives this device a key', async () => {
  const { call, id, show, wallet, giveBack } = await claimed()
  const opened = await call<{ status: number; data: { key: string; now: string } }>('POST', `/vouchers/${id}/key`, {})
  expect(opened).toMatchObject({ status: 200, data: { key: expect.stringMatching(/^[A-Z2-7]{32}$/) } })
  expect(opened.data.now).toBe(server.deps.now().toISOString())
  expect((await show(id)).data.state).toBe('ready')
  expect((await wallet()).stamp_balance).toBe(3)
  expect((await show(id)).data).toMatchObject({ is_open_here: true })
  const again = await call<{ data: { key: string } }>('POST', `/vouchers/${id}/key`, {})
  expect(again.data.key).not.toBe(opened.data.key)
  await giveBack(id)
  expect((await call('POST', `/vouchers/${id}/key`, {})).status).toBe(409)
})

test('R-3.03 the voucher says whether this device or another one opened it last, or none', async () => {
  const { id, claimant } = await claimed()
  const [first, second] = [
    vouchersOf(server, claimant),
    vouchersOf(server, { ...claimant, headers: await createMemberSession(server.deps, claimant) }),
  ]
  const places = async () =>
    (await Promise.all([first, second].map(({ show }) => show(id)))).map(({ data }) =>
      data.is_open_here ? 'here' : data.is_open_elsewhere ? 'elsewhere' : 'nowhere',
    )
  expect(await places()).toEqual(['nowhere', 'nowhere'])
  await first.call('POST', `/vouchers/${id}/key`, {})
  expect(await places()).toEqual(['here', 'elsewhere'])
  await second.call('POST', `/vouchers/${id}/key`, {})
  expect(await places()).toEqual(['elsewhere', 'here'])
})

test('R-3.05 every stamp movement of a voucher names it, with the reason why it was voided', async () => {
  const { id, call } = await claimed({ title: 'Teh tarik', title_ms: null })
  const manager = await createDesk(server, { role: 'manager' })
  await manager.call('POST', `/vouchers/${id}/void`, {
    state: 'ready',
    reason: 'The stall was closed.',
    stamps_back: true,
  })
  const { data } = await call<{ data: object[] }>('GET', '/wallet/entries')
  const voucher = { id, title: 'Teh tarik' }
  expect(data.slice(0, 2)).toEqual([
    expect.objectContaining({ kind: 'redemption_return', stamps: 2, voucher, reason: 'The stall was closed.' }),
    expect.objectContaining({ kind: 'redemption', stamps: -2, voucher, reason: null }),
  ])
})

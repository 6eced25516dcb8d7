import { randomUUID } from 'node:crypto'
import type { show } from '@stampus/contract/console/vouchers'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { giveStamps } from '../../../tests/support/api/accounts.ts'
import { deleteOwnAccount } from '../../../tests/support/api/delete-account.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createClaimant, createReward, vouchersOf } from '../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { findLedgerErrors } from '../wallet/ledger-check.store.ts'

const server = serverForTests()
let manager: Awaited<ReturnType<typeof createDesk>>
beforeEach(async () => {
  manager = await createDesk(server, { role: 'manager' })
})
afterEach(async () => expect(await findLedgerErrors(server.deps.db.pool)).toEqual([]))

/** A member with three stamps left and a voucher for two. */
async function claimed() {
  const claimant = await createClaimant(server.deps, 5)
  const member = vouchersOf(server, claimant)
  const { data } = await member.claim(await createReward(server.deps))
  return { ...member, claimant, id: data.id, number: data.number }
}

type Answer = { status: number; message: string; errors: Record<string, string[]>; data: { state: string } }

const voidIt = (id: number, state: string | undefined, stamps_back: boolean) =>
  manager.call<Answer>('POST', `/vouchers/${id}/void`, { state, reason: 'Handed over by mistake.', stamps_back })
const unconfirmedLeft = async (userId: number) =>
  (await manager.call<{ unconfirmed_left: number }>('GET', `/members/${userId}/wallet`)).unconfirmed_left

test('R-3.01 R-3.08 a manager voids a ready or used voucher, with or without stamps back', async () => {
  const ready = await claimed()
  expect((await voidIt(ready.id, 'ready', false)).data.state).toBe('voided')
  expect((await ready.wallet()).stamp_balance).toBe(3)
  expect((await ready.show(ready.id)).data).toMatchObject({
    state: 'voided',
    stamps_back: false,
    reason: 'Handed over by mistake.',
  })
  const used = await claimed()
  await used.handOver(used, manager)
  expect((await voidIt(used.id, 'used', true)).data.state).toBe('voided')
  expect((await used.wallet()).stamp_balance).toBe(5)
  expect((await voidIt(used.id, 'used', true)).status).toBe(409)
  const live = await claimed()
  const withoutReason = { state: 'ready', stamps_back: true }
  expect((await manager.call('POST', `/vouchers/${live.id}/void`, withoutReason)).status).toBe(422)
  const { data } = await manager.call<{ data: { events: { kind: string }[] } }>('GET', `/vouchers/${used.id}`)
  expect(data.events.map(({ kind }) => kind)).toEqual(['voided', 'used', 'claimed'])
})

test('R-3.01 D-101 stamps that go back for used vouchers count as adjusted; beyond fifty a second manager is needed', async () => {
  const { claimant, ...member } = await claimed()
  await giveStamps(server.deps, claimant.id, 200)
  const wallet = () => unconfirmedLeft(claimant.id)
  const claim = async (stamps: number) => (await member.claim(await createReward(server.deps, { stamps }))).data
  const [first, second, ready] = [await claim(30), await claim(21), await claim(60)]
  for (const voucher of [first, second]) await member.handOver(voucher, manager)
  expect(await wallet()).toBe(50)
  expect((await voidIt(ready.id, 'ready', true)).status).toBe(200)
  expect(await wallet()).toBe(50)
  expect((await voidIt(first.id, 'used', true)).status).toBe(200)
  expect(await wallet()).toBe(20)
  const before = (await member.wallet()).stamp_balance
  expect(await voidIt(second.id, 'used', true)).toMatchObject({
    status: 409,
    message:
      "These are more stamps than one manager may give back with a voucher. Void it without them, then adjust the member's stamps.",
  })
  expect((await member.show(second.id)).data.state).toBe('used')
  expect((await voidIt(second.id, 'used', false)).status).toBe(200)
  expect((await member.wallet()).stamp_balance).toBe(before)
  const adjustment = { stamps: 21, reason: 'Handed over by mistake.', request_id: randomUUID() }
  const asked = await manager.call<{ data: { confirmation_id: number | null } }>(
    'POST',
    `/members/${claimant.id}/stamp-corrections`,
    adjustment,
  )
  expect(asked.data.confirmation_id).not.toBeNull()
  expect((await member.wallet()).stamp_balance).toBe(before)
})

test('R-3.01 R-3.08 a voucher that was handed over or taken back meanwhile is not voided', async () => {
  const { id, number, wallet, show, handOver } = await claimed()
  const changed = { status: 409, message: 'The status of this voucher has changed. Check it, then try again.' }
  await handOver({ id, number }, manager)
  expect(await voidIt(id, 'ready', true)).toMatchObject(changed)
  expect((await show(id)).data.state).toBe('used')
  expect((await wallet()).stamp_balance).toBe(3)
  expect((await manager.call<Answer>('POST', `/vouchers/${id}/take-back`, {})).status).toBe(200)
  expect(await voidIt(id, 'used', false)).toMatchObject(changed)
  expect((await show(id)).data.state).toBe('ready')
  for (const state of [undefined, 'voided'])
    expect((await voidIt(id, state, true)).errors).toEqual({ state: [expect.any(String)] })
})

test('R-3.01 D-101 stamps that ready vouchers keep when they are voided count as adjusted; beyond fifty a second manager is needed', async () => {
  const { claimant, ...member } = await claimed()
  await giveStamps(server.deps, claimant.id, 200)
  const claim = async (stamps: number) => (await member.claim(await createReward(server.deps, { stamps }))).data
  const [first, second] = [await claim(30), await claim(21)]
  expect((await voidIt(first.id, 'ready', false)).status).toBe(200)
  expect(await unconfirmedLeft(claimant.id)).toBe(20)
  const before = (await member.wallet()).stamp_balance
  expect(await voidIt(second.id, 'ready', false)).toMatchObject({
    status: 409,
    message:
      "These are more stamps than one manager may take with a voucher. Give them back with it, then adjust the member's stamps.",
  })
  expect((await member.show(second.id)).data.state).toBe('ready')
  expect((await voidIt(second.id, 'ready', true)).status).toBe(200)
  expect((await member.wallet()).stamp_balance).toBe(before + 21)
  expect(await unconfirmedLeft(claimant.id)).toBe(20)
})

test('R-3.01 R-3.06 a used voucher of a deleted member is voided only without its stamps, and the reason is not stored', async () => {
  const { id, number, claimant, handOver, claim } = await claimed()
  const { data: other } = await claim(await createReward(server.deps))
  for (const voucher of [{ id, number }, other]) await handOver(voucher, manager)
  expect((await deleteOwnAccount(server, claimant)).status).toBe(200)
  expect(await voidIt(id, 'used', true)).toMatchObject({
    status: 409,
    message: "This member's account was deleted, so no stamps can go back. Void the voucher without them.",
  })
  expect((await voidIt(id, 'used', false)).data.state).toBe('voided')
  const withoutReason = { state: 'used', stamps_back: false }
  expect((await manager.call('POST', `/vouchers/${other.id}/void`, withoutReason)).status).toBe(200)
  const { data } = await manager.call<AnswerOf<typeof show>>('GET', `/vouchers/${id}`)
  expect(data.events[0]).toMatchObject({ kind: 'voided', stamps_back: false, reason: null })
  const log = await manager.call<{ data: { action: string }[] }>('GET', `/audit?subject_kind=voucher&subject_id=${id}`)
  expect(log.data.map(({ action }) => action)).toContain('voucher.voided')
  expect(JSON.stringify(log)).not.toContain('by mistake')
})

import { randomUUID } from 'node:crypto'
import type { show } from '@stampus/contract/console/vouchers'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { deleteOwnAccount } from '../../../tests/support/api/delete-account.ts'
import { createVoucherDesk } from '../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { findLedgerErrors } from '../wallet/ledger-check.store.ts'

const server = serverForTests()
const people = actorsOf(server)
let manager: Awaited<ReturnType<typeof createVoucherDesk>>
beforeEach(async () => {
  manager = await createVoucherDesk(server)
})
afterEach(async () => expect(await findLedgerErrors(server.deps.db.pool)).toEqual([]))

/** A member with three stamps left and a voucher for two. */
async function claimed() {
  const member = await people.member({ stamps: 5 })
  return { member, voucher: await member.claimNew() }
}

const stateOf = async ({ member, voucher }: Awaited<ReturnType<typeof claimed>>) => [
  (await member.show(voucher.id)).data.state,
  (await member.wallet()).stamp_balance,
]

test('R-3.01 R-3.08 a manager voids a ready or used voucher, with or without stamps back', async () => {
  const ready = await claimed()
  expect((await manager.voidVoucher(ready.voucher.id)).data.state).toBe('voided')
  expect(await stateOf(ready)).toEqual(['voided', 3])
  const shown = { stamps_back: false, reason: 'Handed over by mistake.' }
  expect((await ready.member.show(ready.voucher.id)).data).toMatchObject(shown)
  const used = await claimed()
  const { id } = used.voucher
  await used.member.handOver(used.voucher, manager)
  for (const status of [200, 409])
    expect((await manager.voidVoucher(id, { state: 'used', stamps_back: true })).status).toBe(status)
  expect(await stateOf(used)).toEqual(['voided', 5])
  const live = await claimed()
  expect((await manager.voidVoucher(live.voucher.id, { reason: undefined })).status).toBe(422)
  const { data } = await manager.call<AnswerOf<typeof show>>('GET', `/vouchers/${id}`)
  expect(data.events.map(({ kind }) => kind)).toEqual(['voided', 'used', 'claimed'])
})

test.each([
  [
    'go back for used vouchers',
    'used',
    "These are more stamps than one manager may give back with a voucher. Void it without them, then adjust the member's stamps.",
  ],
  [
    'ready vouchers keep when they are voided',
    'ready',
    "These are more stamps than one manager may take with a voucher. Give them back with it, then adjust the member's stamps.",
  ],
] as const)(
  'R-3.01 D-101 stamps that %s count as adjusted; beyond fifty a second manager is needed',
  async (_, state, message) => {
    const member = await people.member({ stamps: 200 })
    const left = async () =>
      (await manager.call<{ unconfirmed_left: number }>('GET', `/members/${member.id}/wallet`)).unconfirmed_left
    const [first, second, other] = [
      await member.claimNew({ stamps: 30 }),
      await member.claimNew({ stamps: 21 }),
      await member.claimNew({ stamps: 60 }),
    ]
    const counts = state === 'used'
    if (counts) for (const voucher of [first, second]) await member.handOver(voucher, manager)
    expect((await manager.voidVoucher(other.id, { stamps_back: true })).status).toBe(200)
    expect(await left()).toBe(50)
    expect((await manager.voidVoucher(first.id, { state, stamps_back: counts })).status).toBe(200)
    expect(await left()).toBe(20)
    const before = (await member.wallet()).stamp_balance
    const refused = await manager.voidVoucher(second.id, { state, stamps_back: counts })
    expect(refused).toMatchObject({ status: 409, message })
    expect((await member.show(second.id)).data.state).toBe(state)
    expect((await manager.voidVoucher(second.id, { state, stamps_back: !counts })).status).toBe(200)
    expect((await member.wallet()).stamp_balance).toBe(counts ? before : before + 21)
    expect(await left()).toBe(20)
    const adjustment = { stamps: 21, reason: 'Handed over by mistake.', request_id: randomUUID() }
    const path = `/members/${member.id}/stamp-corrections`
    const asked = await manager.call<{ data: { confirmation_id: number | null } }>('POST', path, adjustment)
    expect(asked.data.confirmation_id).not.toBeNull()
  },
)

test('R-3.01 R-3.08 a voucher that was handed over or taken back meanwhile is not voided', async () => {
  const one = await claimed()
  const { id } = one.voucher
  const changed = { status: 409, message: 'The status of this voucher has changed. Check it, then try again.' }
  await one.member.handOver(one.voucher, manager)
  expect(await manager.voidVoucher(id, { stamps_back: true })).toMatchObject(changed)
  expect(await stateOf(one)).toEqual(['used', 3])
  expect((await manager.takeBack(id)).status).toBe(200)
  expect(await manager.voidVoucher(id, { state: 'used' })).toMatchObject(changed)
  expect(await stateOf(one)).toEqual(['ready', 3])
  for (const state of [undefined, 'voided'])
    expect((await manager.voidVoucher(id, { state })).errors).toEqual({ state: [expect.any(String)] })
})

test('R-3.01 R-3.06 a used voucher of a deleted member is voided only without its stamps, and the reason is not stored', async () => {
  const { member, voucher } = await claimed()
  const { id } = voucher
  const other = await member.claimNew()
  for (const one of [voucher, other]) await member.handOver(one, manager)
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  expect(await manager.voidVoucher(id, { state: 'used', stamps_back: true })).toMatchObject({
    status: 409,
    message: "This member's account was deleted, so no stamps can go back. Void the voucher without them.",
  })
  expect((await manager.voidVoucher(id, { state: 'used' })).data.state).toBe('voided')
  expect((await manager.voidVoucher(other.id, { state: 'used', reason: undefined })).status).toBe(200)
  const { data } = await manager.call<AnswerOf<typeof show>>('GET', `/vouchers/${id}`)
  expect(data.events[0]).toMatchObject({ kind: 'voided', stamps_back: false, reason: null })
  const log = await manager.call<{ data: { action: string }[] }>('GET', `/audit?subject_kind=voucher&subject_id=${id}`)
  expect(log.data.map(({ action }) => action)).toContain('voucher.voided')
  expect(JSON.stringify(log)).not.toContain('by mistake')
})

import { randomUUID } from 'node:crypto'
import type { show } from '@stampus/contract/console/vouchers'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { beforeEach, expect, test } from 'vitest'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { deleteOwnAccount } from '../../../tests/support/api/delete-account.ts'
import { createVoucherDesk } from '../../../tests/support/api/rewards.ts'
import { checkedLedger } from '../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const server = serverForTests()
const people = actorsOf(server)
checkedLedger(server)
let manager: Awaited<ReturnType<typeof createVoucherDesk>>
beforeEach(async () => {
  manager = await createVoucherDesk(server)
})

/** A member with three stamps left and a voucher for two, and what became of them. */
async function claimed() {
  const member = await people.member({ stamps: 5 })
  const voucher = await member.claimNew({ title: 'Teh tarik' })
  const state = async () => [(await member.show(voucher.id)).data.state, (await member.wallet()).stamp_balance]
  return { member, voucher, id: voucher.id, state }
}

test('R-3.01 R-3.05 R-3.08 a manager voids a ready or used voucher, with or without stamps back, unless its status has changed', async () => {
  const ready = await claimed()
  for (const state of [undefined, 'voided'])
    expect((await manager.voidVoucher(ready.id, { state })).errors).toEqual({ state: [expect.any(String)] })
  expect((await manager.voidVoucher(ready.id, { reason: undefined })).status).toBe(422)
  expect((await manager.voidVoucher(ready.id)).data.state).toBe('voided')
  expect(await ready.state()).toEqual(['voided', 3])
  const reason = 'Handed over by mistake.'
  expect((await ready.member.show(ready.id)).data).toMatchObject({ stamps_back: false, reason })

  const { member, voucher, id, state } = await claimed()
  const changed = { status: 409, message: 'The status of this voucher has changed. Check it, then try again.' }
  expect(await manager.voidVoucher(id, { state: 'used' })).toMatchObject(changed)
  await member.handOver(voucher, manager)
  expect(await manager.voidVoucher(id, { stamps_back: true })).toMatchObject(changed)
  for (const status of [200, 409])
    expect((await manager.voidVoucher(id, { state: 'used', stamps_back: true })).status).toBe(status)
  expect(await state()).toEqual(['voided', 5])
  const { data } = await manager.call<AnswerOf<typeof show>>('GET', `/vouchers/${id}`)
  expect(data.events.map(({ kind }) => kind)).toEqual(['voided', 'used', 'claimed'])
  const { data: entries } = await member.call<{ data: object[] }>('GET', '/wallet/entries')
  expect(entries.slice(0, 2)).toMatchObject([
    { kind: 'redemption_return', stamps: 2, voucher: { id, title: 'Teh tarik' }, reason },
    { kind: 'redemption', stamps: -2, voucher: { id, title: 'Teh tarik' }, reason: null },
  ])
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
    expect(await manager.voidVoucher(second.id, { state, stamps_back: counts })).toMatchObject({ status: 409, message })
    expect((await manager.voidVoucher(second.id, { state, stamps_back: !counts })).status).toBe(200)
    expect((await member.wallet()).stamp_balance).toBe(counts ? before : before + 21)
    const adjustment = { stamps: 21, reason: 'Handed over by mistake.', request_id: randomUUID() }
    const path = `/members/${member.id}/stamp-corrections`
    const asked = await manager.call<{ data: { confirmation_id: number | null } }>('POST', path, adjustment)
    expect(asked.data.confirmation_id).not.toBeNull()
  },
)

test('R-3.01 R-3.06 a used voucher of a deleted member is voided only without its stamps, and the reason is not stored', async () => {
  const { member, voucher, id } = await claimed()
  await member.handOver(voucher, manager)
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  expect(await manager.voidVoucher(id, { state: 'used', stamps_back: true })).toMatchObject({
    status: 409,
    message: "This member's account was deleted, so no stamps can go back. Void the voucher without them.",
  })
  expect((await manager.voidVoucher(id, { state: 'used' })).data.state).toBe('voided')
  const { data } = await manager.call<AnswerOf<typeof show>>('GET', `/vouchers/${id}`)
  expect(data.events[0]).toMatchObject({ kind: 'voided', stamps_back: false, reason: null })
  const log = await manager.call<{ data: { action: string }[] }>('GET', `/audit?subject_kind=voucher&subject_id=${id}`)
  expect(log.data.map(({ action }) => action)).toContain('voucher.voided')
  expect(JSON.stringify(log)).not.toContain('by mistake')
})

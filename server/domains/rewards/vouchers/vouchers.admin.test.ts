import type { AuditEntry } from '@stampus/contract/console/audit'
import type { list, show } from '@stampus/contract/console/vouchers'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { beforeEach, expect, test } from 'vitest'
import { createOperator, createOperatorSession } from '../../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { adjustStamps } from '../../../../tests/support/api/confirmations.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import { createReward, createVoucherDesk } from '../../../../tests/support/api/rewards.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { updateState } from '../rewards.store.ts'

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

const GIVING =
  "These are more stamps than one manager may give back with a voucher. Void it without them, then adjust the member's stamps."
const TAKING =
  "These are more stamps than one manager may take with a voucher. Give them back with it, then adjust the member's stamps."

test.each([
  ['go back for used vouchers', 'used', GIVING],
  ['ready vouchers keep when they are voided', 'ready', TAKING],
])(
  'R-3.01 D-101 stamps that %s count as adjusted; beyond fifty a second manager is needed',
  async (_, state, message) => {
    const member = await people.member({ stamps: 200 })
    const left = async () =>
      (await manager.call<{ unconfirmed_left: number }>('GET', `/members/${member.id}/wallet`)).unconfirmed_left
    const claim = (stamps: number) => member.claimNew({ stamps })
    const [first, second, other] = [await claim(30), await claim(21), await claim(60)]
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
    expect((await adjustStamps(manager, member.id, 21)).data.confirmation_id).not.toBeNull()
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

type Answer = AnswerOf<typeof list>

test('R-3.01 R-3.06 a manager filters vouchers by state, also before the job ends what is over, and by rewards, of which drafts are none', async () => {
  const member = await people.member({ stamps: 20 })
  const { id: ready } = await member.claimNew({ title: 'Still there' })
  const [used, recalled] = [await member.claimNew(), await member.claimNew({ title: 'Gone' })]
  const [{ id: returned }, { id: voided }] = [await member.claimNew(), await member.claimNew()]
  const { id: expired } = await member.claimNew({ valid_days: 1 })
  await (await people.member({ stamps: 5 })).claimNew({ valid_days: 30 })
  await member.handOver(used, manager)
  await member.giveBack(returned)
  await manager.voidVoucher(voided, { stamps_back: true })
  await manager.recall(recalled.reward_id)
  const draft = await createReward(server.deps)
  await updateState(server.deps.db.pool, draft.id, 'draft')
  server.travel(3 * 86_400_000)
  manager = await createVoucherDesk(server)
  for (const [state, ids] of [
    ['ready', [ready]],
    ['used', [used.id]],
    ['returned', [returned]],
    ['expired', [expired]],
    ['voided', [voided, recalled.id]],
  ] as const) {
    const { data } = await manager.call<Answer>('GET', `/vouchers?member_id=${member.id}&state=${state}`)
    expect(data).toMatchObject(ids.map((id) => ({ id, state })))
    const all = (await manager.call<Answer>('GET', `/vouchers?state=${state}`)).data
    expect(new Set(all.map((voucher) => voucher.state))).toEqual(new Set([state]))
  }
  const { data: choices } = await manager.call<{ data: { id: number }[] }>('GET', '/reward-choices')
  expect(choices).toContainEqual({ id: expect.any(Number), title: 'Still there', state: 'published' })
  expect(choices).toContainEqual({ id: recalled.reward_id, title: 'Gone', state: 'ended' })
  expect(choices.map(({ id }) => id)).not.toContain(draft.id)
})

async function download(query: string, operator: { id: number }) {
  const headers = await createOperatorSession(server.deps, operator)
  return server.app.inject({ url: `/api/console/vouchers/export?${query}`, headers })
}
/** What the audit log says that an operator did. */
const changesBy = async ({ id }: { id: number }) =>
  (await manager.call<{ data: AuditEntry[] }>('GET', `/audit?operator_id=${id}`)).data.map(({ changes }) => changes)

test('R-3.01 a manager downloads vouchers as a CSV file that names no member and runs no formula, and the audit log says so', async () => {
  const member = await people.member({ stamps: 5 })
  const voucher = await member.claimNew({ title: '=1+1', merchant_id: null })
  await member.handOver(voucher, manager)
  const own = await createOperator(server.deps, { role: 'manager' })
  const { statusCode, headers, body } = await download(`reward_id=${voucher.reward_id}&member_id=&state=used`, own)
  expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    expect.stringMatching(/^attachment; filename="vouchers-\d{4}-\d\d-\d\d\.csv"$/),
  ])
  const [head, row, end] = body.split('\r\n')
  expect(head).toBe(
    '\ufeff"id","number","state","reward_id","reward","merchant_id","merchant","member_id","stamps","stamps_back","owed","currency","claimed_at","last_day","used_at","ended_at"',
  )
  const time = '"\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d"'
  expect(row).toMatch(
    new RegExp(
      `^"${voucher.id}","'${voucher.number}","used","${voucher.reward_id}","'=1\\+1","","","${member.id}","2","no","0.00","RM",${time},"${voucher.last_day}",${time},${time}$`,
    ),
  )
  expect([end, body.includes(member.email)]).toEqual(['', false])
  const ofReward = { field: 'reward_id', before: null, after: '=1+1' }
  expect(await changesBy(own)).toEqual([[ofReward, { field: 'state', before: null, after: 'used' }]])
})

test('R-3.01 D-53 a manager finds vouchers by their number or by the member, also for the file, whose audit entry names nobody', async () => {
  const member = await people.member({ stamps: 5 })
  const { id, number } = await member.claimNew()
  const found = async (search: string) =>
    (await manager.call<Answer>('GET', `/vouchers?search=${encodeURIComponent(search)}`)).data.map((one) => one.id)
  const spaced = ` ${number.slice(0, 4)} ${number.slice(4)} `
  for (const search of [number, spaced, member.email, member.email.slice(0, -4).toUpperCase()])
    expect(await found(search)).toEqual([id])
  expect(await found(String(member.id))).toContain(id)
  for (const search of [number.slice(0, 7), 'Nobody at all']) expect(await found(search)).toEqual([])
  expect((await found('')).length).toBeGreaterThan(1)
  const own = await createOperator(server.deps, { role: 'manager' })
  const { body } = await download(`search=${encodeURIComponent(member.email)}&state=ready`, own)
  expect(body.trim().split('\r\n')).toEqual([expect.anything(), expect.stringContaining(`"${id}",`)])
  expect(await changesBy(own)).toEqual([[{ field: 'state', before: null, after: 'ready' }]])
})

test('R-3.01 a merchant is owed only for vouchers that count as handed over, in the list and in the file', async () => {
  const member = await people.member({ stamps: 9 })
  const reward = await createReward(server.deps, { title: 'Owed kopi', owed_sen: 280 })
  const claimOne = async () => (await member.claim(reward)).data
  const [ready, used, voided] = [await claimOne(), await claimOne(), await claimOne()]
  for (const voucher of [used, voided]) await member.handOver(voucher, manager)
  expect((await manager.voidVoucher(voided.id, { state: 'used', stamps_back: true })).status).toBe(200)
  const { data } = await manager.call<Answer>('GET', `/vouchers?reward_id=${reward.id}`)
  expect(data.map(({ id, owed_sen, used_at }) => [id, owed_sen, used_at !== null])).toEqual([
    [voided.id, 0, true],
    [used.id, 280, true],
    [ready.id, 0, false],
  ])
  const { body } = await download(`reward_id=${reward.id}`, manager)
  expect([...body.matchAll(/"([\d.]+)","RM"/g)].map(([, owed]) => owed)).toEqual(['0.00', '2.80', '0.00'])
})

import type { AdminVoucher, show } from '@stampus/contract/console/vouchers'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { PAGE_SIZE } from '@stampus/contract/limits'
import { expect, test } from 'vitest'
import { createMemberSession, suspend } from '../../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { catchMail, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { openVoucher } from '../../../../tests/support/api/counter-vouchers.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import { createReward, createVoucherDesk, vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { voucherEndedMail, voucherReminderMail } from './vouchers.mail.ts'
import { vouchersCleanUp } from './vouchers.service.ts'

const DAY_MS = 86_400_000

const server = serverForTests()
const people = actorsOf(server)
const balanceOf = checkedLedger(server)

/** A member with five stamps who has claimed a reward for two. */
async function claimed(given: Parameters<typeof createReward>[1] = {}) {
  const member = await people.member({ stamps: 5 })
  const voucher = await member.claimNew(given)
  const { id } = voucher
  const balance = async () => (await member.wallet()).stamp_balance
  return { member, voucher, id, balance, shown: async () => (await member.show(id)).data }
}
type Claimed = Awaited<ReturnType<typeof claimed>>

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

test('R-3.05 D-34 ready vouchers come first by their last day, then past ones, in pages, and each member sees only their own', async () => {
  const { claimNew, giveBack, list } = await people.member({ stamps: 40 })
  const idOf = async (valid_days = 14) => (await claimNew({ stamps: 1, valid_days })).id
  const past: number[] = []
  for (let times = 0; times < PAGE_SIZE; times += 1) {
    past.push(await idOf())
    await giveBack(past.at(-1) ?? 0)
  }
  past.push(await idOf(3))
  const ready = [await idOf(), await idOf(30), await idOf(14), await idOf(9)] as const
  server.travel(5 * DAY_MS)
  const idsOf = async (query: string) => (await list(query)).data.map(({ id }) => id)
  const inOrder = [ready[3], ready[2], ready[0], ready[1]]
  const expected = [...inOrder, ...past.toReversed()]
  expect(await idsOf('?page=1')).toEqual(expected.slice(0, PAGE_SIZE))
  expect(await idsOf('?page=2')).toEqual(expected.slice(PAGE_SIZE))
  expect(await idsOf('?page=3')).toEqual([])
  expect(await idsOf('?state=ready')).toEqual(inOrder)
  expect(await idsOf('?state=returned')).toEqual(past.slice(0, PAGE_SIZE).toReversed())
  expect(await idsOf('?state=used')).toEqual([])
  const { show, call, ...other } = await people.member()
  expect((await other.list()).data).toEqual([])
  const path = `/vouchers/${ready[0]}/key`
  for (const answer of [await show(ready[0]), await other.giveBack(ready[0]), await call('POST', path, {})])
    expect(answer.status).toBe(404)
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

test('R-3.06 deleting the account voids ready vouchers without their stamps and keeps the facts, which managers see without a name and reasons', async () => {
  const member = await people.member({ stamps: 20 })
  const { id: ready } = await member.claimNew({ stock: 1 })
  const used = await member.claimNew()
  const [{ id: returned }, { id: voided }] = [await member.claimNew(), await member.claimNew()]
  const { id: expired } = await member.claimNew({ valid_days: 1 })
  server.travel(2 * DAY_MS)
  const manager = await createVoucherDesk(server)
  await member.open(ready)
  await member.handOver(used, manager)
  await member.giveBack(returned)
  await manager.voidVoucher(voided, { reason: 'Aina Rahman was served already.' })
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  const query = `member_id=${member.id}`
  const { data } = await manager.call<{ data: AdminVoucher[] }>('GET', `/vouchers?${query}`)
  const deleted = { id: member.id, name: 'Deleted member', is_deleted: true }
  expect(data.map(({ id, state, member: of }) => [id, state, of])).toEqual([
    [expired, 'expired', deleted],
    [voided, 'voided', deleted],
    [returned, 'returned', deleted],
    [used.id, 'used', deleted],
    [ready, 'voided', deleted],
  ])
  expect(await balanceOf(member.id)).toBe(20 - 2 - 2 - 2)
  for (const kept of ['SELECT FROM voucher_keys', "SELECT FROM voucher_reasons WHERE reason LIKE '%Aina%'"])
    expect((await server.sql(kept)).rowCount).toBe(0)
  const shown = await manager.call<AnswerOf<typeof show>>('GET', `/vouchers/${voided}`)
  expect(shown.data.member).toEqual(deleted)
  expect(shown.data.events.map((event) => event.reason)).toEqual(['', null])
  const log = await manager.call<object>('GET', `/audit?subject_kind=voucher&subject_id=${voided}`)
  expect(JSON.stringify(log)).not.toContain('Aina')
  const rows = (await manager.file(`/vouchers/export?${query}`)).split('\r\n').filter((row) => row.startsWith('"'))
  expect(rows.map((row) => row.split('","')[7])).toEqual(Array(5).fill(String(member.id)))
})

test('R-3.06 deleting the account removes the keys of its claims, also those that name another voucher', async () => {
  const { deps } = server
  const member = await people.member({ stamps: 20 })
  const first = await member.claim(await createReward(deps), 'aina.rahman@campus.edu.my')
  for (const key of [first.data.id + 1, first.data.id + 2, first.data.id])
    expect((await member.claim(await createReward(deps), String(key))).status).toBe(201)
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  const { rows } = await server.sql('SELECT id, idempotency_key AS key FROM vouchers WHERE user_id = $1', [member.id])
  expect(rows).toHaveLength(4)
  for (const { id, key } of rows) expect(key).toBe(`voucher ${id}`)
})

test('R-3.06 R-4.02 a counter sees `Deleted member` for a hand-over of today whose member deleted the account', async () => {
  const { counter, claimant, id, number, code } = await openVoucher(server)
  await counter.check(number, code())
  await counter.handOver(id)
  expect((await deleteOwnAccount(server, claimant)).status).toBe(200)
  expect(await counter.today()).toMatchObject([{ id, name: 'Deleted member', cashier: 'Aminah' }])
})

/** Sends the mails about vouchers that wait, and returns them in words. */
async function sendMails(): Promise<string[]> {
  const mails = catchMail(server)
  for (const { kind, id } of await takeWaitingMail(server)) {
    if (kind === 'voucher-ended') await voucherEndedMail(server.deps)(id)
    if (kind === 'voucher-reminder') await voucherReminderMail(server.deps)(id)
  }
  return mails.map(({ to, subject, text }) => `${to}: ${subject}\n${text}`)
}
const speak = (language: string, { member }: Claimed) =>
  server.sql('UPDATE users SET language = $2 WHERE id = $1', [member.id, language])

test('R-3.08 a mail says three days before that a voucher expires, once, in the language of the account', async () => {
  const voucher = await claimed({ valid_days: 10, title: 'Kopi O', title_ms: 'Kopi O panas' })
  const mailsOfNow = async () => {
    await Promise.all([runJobs(), runJobs()])
    return (await sendMails()).filter((mail) => mail.startsWith(voucher.member.email))
  }
  expect(await mailsOfNow()).toEqual([])
  await speak('ms', voucher)
  server.travel(7 * DAY_MS)
  const subject = 'Baucar anda akan tamat tempoh tidak lama lagi'
  expect(await mailsOfNow()).toEqual([
    expect.stringMatching(new RegExp(`^${voucher.member.email}: ${subject}\n[^]*Kopi O panas`)),
  ])
  server.travel(DAY_MS)
  expect(await mailsOfNow()).toEqual([])
  const mails = catchMail(server)
  await speak('en', voucher)
  await voucherReminderMail(server.deps)(voucher.id)
  expect(mails).toMatchObject([{ subject: 'Your voucher expires soon', text: expect.stringContaining('"Kopi O" can') }])
})

test('R-3.08 no mail reminds of a voucher that was valid only for days, nor of one that cannot be used when the mail is due or sent', async () => {
  const manager = await createVoucherDesk(server)
  const give = { valid_days: 6 }
  const [few, frozen, ended] = [await claimed({ valid_days: 3 }), await claimed(give), await claimed(give)]
  const vouchers = [await claimed(give), await claimed(give), await claimed(give), await claimed(give)] as const
  const expired = await claimed({ valid_days: 5 })
  expect((await manager.recall(ended.voucher.reward_id)).status).toBe(200)
  await suspend(server.deps, frozen.member.id)
  server.travel(3 * DAY_MS)
  await runJobs()
  const reminders = "SELECT (data->>'id')::int AS id FROM pgboss.job WHERE data->>'kind' = 'voucher-reminder'"
  const own = [few, frozen, ended, ...vouchers, expired].map(({ id }) => id)
  const waiting = (await server.sql(reminders)).rows.flatMap(({ id }) => (own.includes(id) ? [id] : []))
  expect(waiting.toSorted()).toEqual([...vouchers, expired].map(({ id }) => id).toSorted())
  const [recalled, used, returned, deleted] = vouchers
  const later = await createVoucherDesk(server)
  expect((await later.recall(recalled.voucher.reward_id)).status).toBe(200)
  await used.member.handOver(used.voucher, later)
  await returned.member.giveBack(returned.id)
  expect((await deleteOwnAccount(server, deleted.member)).status).toBe(200)
  server.travel(3 * DAY_MS)
  expect((await sendMails()).filter((mail) => mail.includes('expires soon'))).toEqual([])
})

test('R-3.08 R-3.06 no mail is sent for a claim, a use, a return or the voucher of a deleted account; others say why a voucher was voided or recalled, and whether its stamps came back', async () => {
  const manager = await createVoucherDesk(server)
  await runJobs()
  await sendMails()
  const [used, refundedUsed, returned] = [await claimed(), await claimed(), await claimed()]
  const [before, after] = [await claimed(), await claimed()]
  for (const { member, voucher } of [used, refundedUsed, after]) await member.handOver(voucher, manager)
  await returned.member.giveBack(returned.id)
  expect((await manager.voidVoucher(before.id)).status).toBe(200)
  for (const { member } of [before, after]) expect((await deleteOwnAccount(server, member)).status).toBe(200)
  expect((await manager.voidVoucher(after.id, { state: 'used' })).status).toBe(200)
  await runJobs()
  expect((await sendMails()).filter((mail) => mail.includes('was cancelled'))).toEqual([])
  const [kept, refunded, recalled] = [await claimed(), await claimed(), await claimed()]
  const [reason, closed] = ['Claimed by mistake.', 'The stall has closed.']
  await manager.voidVoucher(kept.id, { reason })
  await manager.voidVoucher(refunded.id, { reason, stamps_back: true })
  await manager.voidVoucher(refundedUsed.id, { state: 'used', reason, stamps_back: true })
  await manager.voidVoucher(used.id, { state: 'used', reason })
  await manager.recall(recalled.voucher.reward_id)
  await runJobs()
  expect(await sendMails()).toHaveLength(5)
  const mails = catchMail(server)
  for (const [language, subject, over, late, back, none] of [
    [
      'en',
      'Your voucher was cancelled',
      'can no longer be used.',
      'was handed over and has been cancelled.',
      'You got its 2 stamps back.',
      'Its stamps were not given back.',
    ],
    [
      'ms',
      'Baucar anda telah dibatalkan',
      'tidak boleh digunakan lagi.',
      'telah digunakan dan kemudian dibatalkan.',
      '2 cop telah dikembalikan kepada anda.',
      'Copnya tidak dikembalikan.',
    ],
  ] as const)
    for (const [voucher, ...texts] of [
      [kept, over, none, reason],
      [refunded, over, back, reason],
      [refundedUsed, late, back, reason],
      [used, late, none, reason],
      [recalled, over, back, closed],
    ] as const) {
      await speak(language, voucher)
      await voucherEndedMail(server.deps)(voucher.id)
      const mail = mails.pop()
      expect(mail?.subject).toBe(subject)
      for (const text of texts) expect(mail?.text).toContain(text)
    }
})

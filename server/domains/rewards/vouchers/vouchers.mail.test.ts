import { beforeAll, beforeEach, expect, test } from 'vitest'
import { suspend } from '../../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { catchMail, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import { type createReward, createVoucherDesk } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { voucherEndedMail, voucherReminderMail } from './vouchers.mail.ts'
import { vouchersCleanUp } from './vouchers.service.ts'

const DAY_MS = 86_400_000

const server = serverForTests()
const people = actorsOf(server)
let mails: Mail[]
let manager: Awaited<ReturnType<typeof createVoucherDesk>>
beforeAll(async () => {
  mails = catchMail(server)
})
beforeEach(async () => {
  manager = await createVoucherDesk(server)
  await runJobs()
  await takeWaitingMail(server)
  mails.length = 0
})

/** A member who has claimed a reward for two of five stamps. */
async function claimed(given: Parameters<typeof createReward>[1] = {}) {
  const member = await people.member({ stamps: 5 })
  return { member, ...(await member.claimNew(given)) }
}

async function runJobs(): Promise<void> {
  for (const part of Object.values(vouchersCleanUp(server.deps))) await part()
}

/** Sends what waits and returns it in words. */
async function sendMails(): Promise<string[]> {
  const handlers = {
    'voucher-ended': voucherEndedMail(server.deps),
    'voucher-reminder': voucherReminderMail(server.deps),
  }
  for (const { kind, id } of await takeWaitingMail(server))
    if (kind in handlers) await handlers[kind as keyof typeof handlers](id)
  return mails.splice(0).map(({ to, subject, text }) => `${to}: ${subject}\n${text}`)
}

const speak = (language: string, { member }: Awaited<ReturnType<typeof claimed>>) =>
  server.sql('UPDATE users SET language = $2 WHERE id = $1', [member.id, language])

test('R-3.08 a mail says three days before that a voucher expires, once, in the language of the account', async () => {
  const voucher = await claimed({ valid_days: 10, title: 'Kopi O', title_ms: 'Kopi O panas' })
  await runJobs()
  expect(await sendMails()).toEqual([])
  await speak('ms', voucher)
  server.travel(7 * DAY_MS)
  await Promise.all([runJobs(), runJobs()])
  const [mail = '', ...more] = await sendMails()
  expect(more).toEqual([])
  expect(mail).toContain(`${voucher.member.email}: Baucar anda akan tamat tempoh tidak lama lagi`)
  expect(mail).toContain('Kopi O panas')
  server.travel(DAY_MS)
  await runJobs()
  expect(await sendMails()).toEqual([])
})

test('R-3.08 no mail reminds of a voucher that was valid only for days, was recalled or belongs to a suspended member', async () => {
  await claimed({ valid_days: 3 })
  const [recalled, suspended] = [await claimed({ valid_days: 5 }), await claimed({ valid_days: 5 })]
  expect((await manager.recall(recalled.reward_id)).status).toBe(200)
  await suspend(server.deps, suspended.member.id)
  server.travel(2 * DAY_MS)
  await runJobs()
  expect((await sendMails()).filter((mail) => mail.includes('expires soon'))).toEqual([])
})

test('R-3.08 no mail reminds of a voucher that can no longer be used when the mail is sent', async () => {
  const give = { valid_days: 6 }
  const vouchers = [await claimed(give), await claimed(give), await claimed(give), await claimed(give)] as const
  const [recalled, used, returned, deleted] = vouchers
  const expired = await claimed({ valid_days: 5 })
  server.travel(3 * DAY_MS)
  await runJobs()
  const later = await createVoucherDesk(server)
  expect((await later.recall(recalled.reward_id)).status).toBe(200)
  await used.member.handOver(used, later)
  await returned.member.giveBack(returned.id)
  expect((await deleteOwnAccount(server, deleted.member)).status).toBe(200)
  server.travel(3 * DAY_MS)
  const ids = [...vouchers, expired].map(({ id }) => id)
  const reminded = 'SELECT id FROM vouchers WHERE reminded_at IS NOT NULL AND id = ANY($1)'
  expect((await server.sql(reminded, [ids])).rows).toHaveLength(5)
  expect((await sendMails()).filter((mail) => mail.includes('expires soon'))).toEqual([])
})

test('R-3.08 R-3.06 a voucher that is voided when its member has deleted the account, or just before, causes no mail', async () => {
  const [before, after] = [await claimed(), await claimed()]
  expect((await manager.voidVoucher(before.id)).status).toBe(200)
  await after.member.handOver(after, manager)
  for (const { member } of [before, after]) expect((await deleteOwnAccount(server, member)).status).toBe(200)
  expect((await manager.voidVoucher(after.id, { state: 'used' })).status).toBe(200)
  expect((await sendMails()).filter((mail) => mail.includes('was cancelled'))).toEqual([])
})

test('R-3.08 a mail says why a voucher was voided or recalled, and whether its stamps came back; none is sent for a claim, a use or a return', async () => {
  const [used, returned] = [await claimed(), await claimed()]
  await used.member.handOver(used, manager)
  await returned.member.giveBack(returned.id)
  await runJobs()
  expect(await sendMails()).toEqual([])
  const [kept, refunded, recalled] = [await claimed(), await claimed(), await claimed()]
  const reason = 'Claimed by mistake.'
  await manager.voidVoucher(kept.id, { reason })
  await manager.voidVoucher(refunded.id, { reason, stamps_back: true })
  await manager.recall(recalled.reward_id)
  await runJobs()
  const sent = await sendMails()
  expect(sent).toHaveLength(3)
  for (const mail of sent) expect(mail).toContain('Your voucher was cancelled')
  expect(sent[0]).toMatch(/Claimed by mistake\.[\s\S]*Its stamps were not given back\./)
  expect(sent[1]).toMatch(/Claimed by mistake\.[\s\S]*You got its 2 stamps back\./)
  expect(sent[2]).toMatch(/The stall has closed\.[\s\S]*You got its 2 stamps back\./)
})

test.each([
  ['en', true, 'was handed over and has been cancelled.', 'You got its 2 stamps back.'],
  ['en', false, 'was handed over and has been cancelled.', 'Its stamps were not given back.'],
  ['ms', true, 'telah digunakan dan kemudian dibatalkan.', '2 cop telah dikembalikan kepada anda.'],
  ['ms', false, 'telah digunakan dan kemudian dibatalkan.', 'Copnya tidak dikembalikan.'],
])(
  'R-3.08 a mail in %s says that a voucher was voided after its hand-over, stamps back: %s',
  async (language, stamps_back, happened, stamps) => {
    const used = await claimed()
    await used.member.handOver(used, manager)
    await speak(language, used)
    await manager.voidVoucher(used.id, { state: 'used', stamps_back })
    const [mail = '', ...more] = await sendMails()
    expect(more).toEqual([])
    for (const text of [happened, stamps]) expect(mail).toContain(text)
    expect(mail).not.toMatch(/can no longer be used|tidak boleh digunakan lagi/)
  },
)

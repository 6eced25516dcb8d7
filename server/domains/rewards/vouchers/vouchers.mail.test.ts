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
beforeAll(() => {
  mails = catchMail(server)
})
beforeEach(async () => {
  manager = await createVoucherDesk(server)
  await runJobs()
  await takeWaitingMail(server)
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
  server.travel(5 * DAY_MS)
})

test('R-3.08 no mail reminds of a voucher that was valid only for days, nor of one that cannot be used when the mail is due or sent', async () => {
  await claimed({ valid_days: 3 })
  const give = { valid_days: 6 }
  const [frozen, ended] = [await claimed(give), await claimed(give)]
  const vouchers = [await claimed(give), await claimed(give), await claimed(give), await claimed(give)] as const
  const expired = await claimed({ valid_days: 5 })
  expect((await manager.recall(ended.reward_id)).status).toBe(200)
  await suspend(server.deps, frozen.member.id)
  server.travel(3 * DAY_MS)
  await runJobs()
  const waiting = await server.sql(
    "SELECT (data->>'id')::int AS id FROM pgboss.job WHERE data->>'kind' = 'voucher-reminder'",
  )
  expect(waiting.rows.map(({ id }) => id).sort()).toEqual([...vouchers, expired].map(({ id }) => id).sort())
  const [recalled, used, returned, deleted] = vouchers
  const later = await createVoucherDesk(server)
  expect((await later.recall(recalled.reward_id)).status).toBe(200)
  await used.member.handOver(used, later)
  await returned.member.giveBack(returned.id)
  expect((await deleteOwnAccount(server, deleted.member)).status).toBe(200)
  server.travel(3 * DAY_MS)
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
  const [used, refundedUsed, returned] = [await claimed(), await claimed(), await claimed()]
  for (const one of [used, refundedUsed]) await one.member.handOver(one, manager)
  await returned.member.giveBack(returned.id)
  await runJobs()
  expect(await sendMails()).toEqual([])
  const [kept, refunded, recalled] = [await claimed(), await claimed(), await claimed()]
  const reason = 'Claimed by mistake.'
  await manager.voidVoucher(kept.id, { reason })
  await manager.voidVoucher(refunded.id, { reason, stamps_back: true })
  await manager.recall(recalled.reward_id)
  await manager.voidVoucher(refundedUsed.id, { state: 'used', reason, stamps_back: true })
  await manager.voidVoucher(used.id, { state: 'used', reason })
  await runJobs()
  expect(await sendMails()).toHaveLength(5)
  const all = [kept, refunded, refundedUsed, used, recalled]
  const [over, late] = [/can no longer be used\./, /was handed over and has been cancelled\./]
  const [overMs, lateMs] = [/tidak boleh digunakan lagi\./, /telah digunakan dan kemudian dibatalkan\./]
  const [back, none] = [/You got its 2 stamps back\./, /Its stamps were not given back\./]
  const [backMs, noneMs] = [/2 cop telah dikembalikan kepada anda\./, /Copnya tidak dikembalikan\./]
  const expected = {
    en: [/^Your voucher was cancelled$/, [over, none], [over, back], [late, back], [late, none], [over, back]],
    ms: [
      /^Baucar anda telah dibatalkan$/,
      [overMs, noneMs],
      [overMs, backMs],
      [lateMs, backMs],
      [lateMs, noneMs],
      [overMs, backMs],
    ],
  } as const
  for (const [language, [subject, ...words]] of Object.entries(expected))
    for (const [at, one] of all.entries()) {
      await speak(language, one)
      await voucherEndedMail(server.deps)(one.id)
      const mail = mails.pop()
      expect(mail?.subject).toMatch(subject)
      for (const text of [...(words[at] ?? []), one === recalled ? /The stall has closed\./ : /Claimed by mistake\./])
        expect(mail?.text).toMatch(text)
    }
})

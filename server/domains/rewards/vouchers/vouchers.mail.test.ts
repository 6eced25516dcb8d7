import { beforeAll, beforeEach, expect, test } from 'vitest'
import { suspend } from '../../../../tests/support/api/accounts.ts'
import { catchMail, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createClaimant, createReward, vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { voucherEndedMail, voucherReminderMail } from './vouchers.mail.ts'
import { vouchersCleanUp } from './vouchers.service.ts'

const DAY_MS = 86_400_000

const server = serverForTests()
let mails: Mail[]
beforeAll(async () => {
  mails = catchMail(server)
})
beforeEach(async () => {
  await runJobs()
  await takeWaitingMail(server)
  mails.length = 0
})

/** A member who has claimed a reward for two of five stamps. */
async function claimed(given: Parameters<typeof createReward>[1] = {}) {
  const claimant = await createClaimant(server.deps, 5)
  const member = vouchersOf(server, claimant)
  const { data } = await member.claim(await createReward(server.deps, given))
  return { ...member, ...data, claimant }
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

test('R-3.08 a mail says three days before that a voucher expires, once, in the language of the account', async () => {
  const { claimant } = await claimed({ valid_days: 10, title: 'Kopi O', title_ms: 'Kopi O panas' })
  const { pool } = server.deps.db
  await runJobs()
  expect(await sendMails()).toEqual([])
  await pool.query({ text: "UPDATE users SET language = 'ms' WHERE id = $1", values: [claimant.id] })
  server.travel(7 * DAY_MS)
  await Promise.all([runJobs(), runJobs()])
  const [mail = '', ...more] = await sendMails()
  expect(more).toEqual([])
  expect(mail).toContain(`${claimant.email}: Baucar anda akan tamat tempoh tidak lama lagi`)
  expect(mail).toContain('Kopi O panas')
  server.travel(DAY_MS)
  await runJobs()
  expect(await sendMails()).toEqual([])
})

test('R-3.08 no mail reminds of a voucher that was valid only for days, was recalled or belongs to a suspended member', async () => {
  const manager = await createDesk(server, { role: 'manager' })
  await claimed({ valid_days: 3 })
  const [recalled, suspended] = [await claimed({ valid_days: 5 }), await claimed({ valid_days: 5 })]
  await manager.call('POST', `/rewards/${recalled.reward_id}/recall`, { version: 2, reason: 'The stall has closed.' })
  await suspend(server.deps, suspended.claimant.id)
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
  const manager = await createDesk(server, { role: 'manager' })
  await manager.call('POST', `/rewards/${recalled.reward_id}/recall`, { version: 2, reason: 'The stall has closed.' })
  await used.handOver(used, manager)
  await returned.giveBack(returned.id)
  expect((await deleteOwnAccount(server, deleted.claimant)).status).toBe(200)
  server.travel(3 * DAY_MS)
  const { rows } = await server.deps.db.pool.query({
    text: 'SELECT id FROM vouchers WHERE reminded_at IS NOT NULL AND id = ANY($1)',
    values: [[...vouchers, expired].map(({ id }) => id)],
  })
  expect(rows).toHaveLength(5)
  expect((await sendMails()).filter((mail) => mail.includes('expires soon'))).toEqual([])
})

test('R-3.08 R-3.06 a voucher that is voided when its member has deleted the account, or just before, causes no mail', async () => {
  const manager = await createDesk(server, { role: 'manager' })
  const [before, after] = [await claimed(), await claimed()]
  const voidIt = ({ id }: { id: number }, state: string) =>
    manager.call('POST', `/vouchers/${id}/void`, { state, reason: 'Wrong drink.', stamps_back: false })
  expect((await voidIt(before, 'ready')).status).toBe(200)
  await after.handOver(after, manager)
  for (const { claimant } of [before, after]) expect((await deleteOwnAccount(server, claimant)).status).toBe(200)
  expect((await voidIt(after, 'used')).status).toBe(200)
  expect((await sendMails()).filter((mail) => mail.includes('was cancelled'))).toEqual([])
})

test('R-3.08 a mail says why a voucher was voided or recalled, and whether its stamps came back', async () => {
  const manager = await createDesk(server, { role: 'manager' })
  const [kept, returned, recalled] = [await claimed(), await claimed(), await claimed()]
  const voidIt = ({ id }: { id: number }, stamps_back: boolean) =>
    manager.call('POST', `/vouchers/${id}/void`, { state: 'ready', reason: 'Claimed by mistake.', stamps_back })
  await voidIt(kept, false)
  await voidIt(returned, true)
  await manager.call('POST', `/rewards/${recalled.reward_id}/recall`, { version: 2, reason: 'The stall has closed.' })
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
    const manager = await createDesk(server, { role: 'manager' })
    const used = await claimed()
    await used.handOver(used, manager)
    const { pool } = server.deps.db
    await pool.query({ text: 'UPDATE users SET language = $2 WHERE id = $1', values: [used.claimant.id, language] })
    await manager.call('POST', `/vouchers/${used.id}/void`, { state: 'used', reason: 'Wrong drink.', stamps_back })
    const [mail = '', ...more] = await sendMails()
    expect(more).toEqual([])
    expect(mail).toContain(happened)
    expect(mail).toContain(stamps)
    expect(mail).not.toMatch(/can no longer be used|tidak boleh digunakan lagi/)
  },
)

test('R-3.08 no mail is sent for a claim, a use or a return', async () => {
  const manager = await createDesk(server, { role: 'manager' })
  const [used, returned] = [await claimed(), await claimed()]
  await used.handOver(used, manager)
  await returned.giveBack(returned.id)
  await runJobs()
  expect(await sendMails()).toEqual([])
})

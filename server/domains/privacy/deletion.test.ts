import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createMemberSession, createSignedInMember, type SignedInMember } from '../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { catchMail, get, post, postForm, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { deleteOwnAccount, saveAvatar } from '../../../tests/support/api/delete-account.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { findLink, requestResetLink } from '../../../tests/support/api/password-resets.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { postUnlockLink } from '../../../tests/support/api/unlocks.ts'
import { serverForTests, testApp } from '../../../tests/support/server/app.ts'
import { startMailServer } from '../../../tests/support/server/mail-server.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { limitsCleanUp } from '../../platform/rate-limits/rate-limits.ts'
import { discardedCleanUp } from '../../platform/storage/discarded-files.ts'
import { accountsMail } from '../accounts/accounts.mail.ts'
import { decisionMail } from '../review/review.mail.ts'
import { findLedgerErrors } from '../wallet/ledger-check.store.ts'

const server = serverForTests()
let mails: Mail[]

const HOURS = 3_600_000

beforeAll(async () => {
  mails = catchMail(server)
})
beforeEach(() => {
  mails.length = 0
})

const signedMember = (given?: Parameters<typeof createSignedInMember>[1]) => createSignedInMember(server.deps, given)
const submissionOf = ({ id: userId }: { id: number }, given: Parameters<typeof createSubmission>[1] = {}) =>
  createSubmission(server.deps, { userId, ...given })
/** Asks for another address for an account. */
const move = ({ name, email, password, headers }: SignedInMember, prefix: string, current_password = password) =>
  postForm(server, '/user/profile', { name, email: `${prefix}${email}`, current_password }, headers)
const login = ({ email, password }: Pick<SignedInMember, 'email' | 'password'>, given: object = {}) =>
  post(server, '/login', { email, password, ...given }, { from: '10.11.0.1' })
const sql = async (text: string, values: unknown[] = []) => (await server.sql(text, values)).rows

/** The tables that contain a text in any column. */
async function tablesWith(needle: string): Promise<string[]> {
  const tables = await sql(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE'`,
  )
  const looks = tables.map(
    ({ name }) => `SELECT '${name}' WHERE EXISTS
    (SELECT FROM ${name} x WHERE strpos(lower(x::text), lower($1)) > 0)`,
  )
  return (await sql(`SELECT * FROM (${looks.join(' UNION ALL ')}) AS holding (name) ORDER BY name`, [needle])).map(
    ({ name }) => name,
  )
}

/** A member with every kind of stored data: receipts, texts, devices, links and address changes. */
async function knownMember() {
  const mark = randomUUID()
  const manager = await createDesk(server, { role: 'manager' })
  const email = `zubaidah-${mark.slice(0, 8)}@campus.edu.my`
  const member = await signedMember({ name: 'Zubaidah Sri Ayu', email })
  await login(member, { device_mark: mark })
  await saveAvatar(server, member)
  const [approved, rejected, pending] = [
    await submissionOf(member, { amountSen: 4200 }),
    await submissionOf(member),
    await submissionOf(member),
  ]
  await manager.approve(approved.id, 'Delima comes often')
  await manager.reject(rejected.id, 'Delima sent the wrong side')
  const { headers } = member
  await post(server, `/submissions/${rejected.id}/appeal`, { message: 'Please, I am Zubaidah Sri Ayu' }, { headers })
  const appeal = (await manager.appeals()).data.find(({ item }) => item.id === rejected.id)
  expect((await manager.answer(appeal?.id ?? 0, 'kept', 'Dear Delima')).status).toBe(201)
  await manager.escalate(pending.id, 'Zubaidah Sri Ayu again')
  await manager.renew(pending.id)
  await move(member, 'next-')
  await requestResetLink(server, manager, member.id)
  await sql("UPDATE users SET language = 'ms' WHERE id = $1", [member.id])
  for (const [table, columns, values] of [
    ['suspensions', 'operator_id, reason, ended_at', `${manager.id}, 'Zubaidah Sri Ayu was rude', now()`],
    ['idempotency_keys', 'key, body_hash', "'k', 'h'"],
    ['former_addresses', 'email_hash, left_at', "'h', now()"],
    ['own_account_links', 'operator_id, linked_at', `${manager.id}, now()`],
  ])
    await sql(`INSERT INTO ${table} (user_id, ${columns}) VALUES ($1, ${values})`, [member.id])
  await postUnlockLink(server, email)
  return { ...member, approved, rejected, pending }
}

test('D-92 deleting an account removes all personal data, but not what operators wrote, and keeps the facts of receipts under its id; pending receipts are rejected', async () => {
  await saveAvatar(server, await signedMember())
  const others = await listStoredFiles(server)
  const { approved, rejected, pending, ...member } = await knownMember()
  expect((await listStoredFiles(server)).length).toBe(others.length + 10)
  expect(await tablesWith('zubaidah')).toContain('public.users')
  const resultsOf = (id: number) => sql('SELECT FROM request_results WHERE sender = $1', [`member ${id}`])
  expect((await resultsOf(member.id)).length).toBeGreaterThan(1)
  const ledger = await sql('SELECT * FROM ledger_entries ORDER BY id')
  const decisions = await sql('SELECT * FROM decisions ORDER BY id')

  expect(await deleteOwnAccount(server, member)).toMatchObject({ status: 200, body: { message: texts.accountDeleted } })
  expect(await listStoredFiles(server)).toEqual(others)
  expect(await sql('SELECT * FROM discarded_files')).toEqual([])
  expect(await sql('SELECT language FROM users WHERE id = $1', [member.id])).toEqual([{ language: null }])
  expect(await sql('SELECT * FROM ledger_entries ORDER BY id')).toEqual(ledger)
  expect(await sql('SELECT * FROM decisions ORDER BY id')).toEqual(decisions)
  expect(await findLedgerErrors(server.deps.db.pool)).toEqual([])

  const rows = await sql(
    `SELECT id, status, amount_sen, invoice_no, stamps, rejection_reason, admin_notes, original_key, picture_key,
       thumb_key, placeholder, decided_at IS NOT NULL AS decided FROM submissions WHERE user_id = $1 ORDER BY id`,
    [member.id],
  )
  const bare = { admin_notes: null, original_key: null, picture_key: null, thumb_key: null, placeholder: null }
  const facts = { amount_sen: 2500, stamps: 0, decided: true, ...bare }
  const reason = 'Withdrawn: the member deleted the account.'
  const written = 'Delima sent the wrong side'
  expect(rows).toEqual([
    {
      ...facts,
      id: approved.id,
      status: 'approved',
      amount_sen: 4200,
      invoice_no: approved.invoiceNo,
      stamps: 4,
      rejection_reason: null,
    },
    { ...facts, id: rejected.id, status: 'rejected', invoice_no: rejected.invoiceNo, rejection_reason: written },
    { ...facts, id: pending.id, status: 'rejected', invoice_no: pending.invoiceNo, rejection_reason: reason },
  ])
  expect(await sql('SELECT FROM decisions WHERE submission_id = $1', [pending.id])).toEqual([])
  for (const table of [
    'sessions',
    'trusted_devices',
    'email_changes',
    'password_resets',
    'browser_unlocks',
    'former_addresses',
    'own_account_links',
    'idempotency_keys',
  ])
    expect([table, await sql(`SELECT FROM ${table} WHERE user_id = $1`, [member.id])]).toEqual([table, []])
  expect(await sql('SELECT FROM leases WHERE submission_id = $1', [pending.id])).toEqual([])
  // That of the deletion.
  expect(await resultsOf(member.id)).toHaveLength(1)

  server.travel(2 * HOURS)
  for (const part of Object.values(limitsCleanUp(server.deps))) await part()
  for (const word of ['zubaidah', 'sri ayu', member.email]) expect([word, await tablesWith(word)]).toEqual([word, []])
  // What operators wrote is append-only.
  expect(await tablesWith('delima')).toEqual(['public.appeal_answers', 'public.decisions', 'public.submissions'])
})

test('D-92 no session, login or link works for a deleted account, its waiting mails are not sent, and the old address gets one mail', async () => {
  const member = await signedMember({ name: 'Aina' })
  const elsewhere = await createMemberSession(server.deps, member)
  const { body } = await post(server, '/user/data-export', {}, { headers: member.headers })
  await takeWaitingMail(server)
  await move(member, 'new-')
  for (const { kind, id } of await takeWaitingMail(server))
    if (kind === 'email-change') await accountsMail(server.deps)['email-change'](id)
  const link = Object.fromEntries(new URL(findLink(mails[0])).searchParams)
  mails.length = 0
  const manager = await createDesk(server, { role: 'manager' })
  await manager.approve((await submissionOf(member)).id)
  await requestResetLink(server, manager, member.id)
  await move(member, 'newer-')
  await deleteOwnAccount(server, member)
  expect(mails).toMatchObject([{ to: member.email, subject: expect.stringContaining('account has been deleted') }])
  const handlers = { ...accountsMail(server.deps), decision: decisionMail(server.deps) }
  const waiting = await takeWaitingMail(server)
  expect(waiting).toHaveLength(4)
  for (const { kind, id } of waiting) await handlers[kind as keyof typeof handlers](id)
  await handlers.verification(member.id)
  expect(mails).toHaveLength(1)
  for (const headers of [member.headers, elsewhere]) expect((await get(server, '/user', headers)).status).toBe(401)
  for (const email of [member.email, `deleted-${member.id}@campus.edu.my`])
    expect((await login({ ...member, email })).body.errors).toEqual({ email: [texts.wrongCredentials] })
  expect((await post(server, `/email/verify/${link.id}/${link.hash}`, link)).status).toBe(422)
  expect((await requestResetLink(server, manager, member.id)).status).toBe(404)
  expect((await server.app.inject({ url: String(body.data?.url) })).statusCode).toBe(403)
})

test('D-21 D-92 deletion asks for the password, and wrong passwords count together with those on the profile', async () => {
  const member = await signedMember()
  expect((await post(server, '/user/deletion', {}, { headers: member.headers })).body.errors).toEqual({
    password: [texts.passwordRequired],
  })
  const wrong = { ...member, password: 'Wrong-pass-1' }
  const { status, body } = await deleteOwnAccount(server, wrong)
  expect([status, body.errors]).toEqual([422, { password: [texts.currentPasswordWrong] }])
  for (let times = 0; times < 4; times += 1) await move(member, 'x-', wrong.password)
  for (const who of [wrong, member]) expect((await deleteOwnAccount(server, who)).status).toBe(429)
  expect((await deleteOwnAccount(server, member, '10.13.0.1')).status).toBe(200)
})

/** Lets a member delete their account right after the next file has been stored. */
function leaveOnceStored(member: SignedInMember) {
  const { put } = server.deps.storage
  return vi.spyOn(server.deps.storage, 'put').mockImplementationOnce(async (path, key) => {
    await put(path, key)
    expect((await deleteOwnAccount(server, member)).status).toBe(200)
  })
}

test('D-92 a receipt that is sent during the deletion is not stored: no row, no picture, no idempotency key', async () => {
  const member = await actorsOf(server).member()
  const before = await listStoredFiles(server)
  const { id: merchantId } = await createMerchant(server.deps)
  const storing = leaveOnceStored(member)
  const { status, message } = await member.submit(merchantId, {}, { key: 'once' })
  storing.mockRestore()
  expect([status, message]).toEqual([401, texts.unauthenticated])
  expect(await listStoredFiles(server)).toEqual(before)
  for (const table of ['submissions', 'idempotency_keys'])
    expect((await server.sql(`SELECT FROM ${table} WHERE user_id = $1`, [member.id])).rowCount, table).toBe(0)
})

test('D-92 a profile picture that is saved during the deletion is not stored', async () => {
  const member = await signedMember()
  await saveAvatar(server, member)
  const before = await listStoredFiles(server)
  const storing = leaveOnceStored(member)
  expect((await saveAvatar(server, member)).status).toBe(401)
  storing.mockRestore()
  expect(await listStoredFiles(server)).toHaveLength(before.length - 1)
})

test('D-92 an account is deleted even if the mail cannot be sent and a file cannot be removed yet', async () => {
  const member = await signedMember()
  const before = await listStoredFiles(server)
  await submissionOf(member)
  const logged = vi.spyOn(server.deps.log, 'error').mockImplementation(() => {})
  const mailing = vi.spyOn(server.deps.mailer, 'send').mockRejectedValueOnce(new Error(`no mailbox ${member.email}`))
  const removing = vi.spyOn(server.deps.storage, 'remove').mockRejectedValueOnce(new Error('disk away'))
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  expect(JSON.stringify(logged.mock.calls)).toContain('mail about a deleted account was not sent')
  expect(JSON.stringify(logged.mock.calls)).not.toContain(member.email)
  expect(await listStoredFiles(server)).toHaveLength(before.length + 1)
  for (const part of Object.values(discardedCleanUp(server.deps))) await part()
  expect(await listStoredFiles(server)).toEqual(before)
  for (const spy of [logged, mailing, removing]) spy.mockRestore()
})

test('D-92 a server that shuts down finishes sending the mail about a deleted account', async () => {
  const events: string[] = []
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>()
  const slow = await startMailServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, { envelope }, done) => {
      await stream.toArray()
      await isHeld
      events.push(...envelope.rcptTo.map(({ address }) => address))
      done()
    },
  })
  const own = await testApp({ SMTP_URL: `smtp://127.0.0.1:${slow.port}` })
  const member = await createSignedInMember(own.deps)
  expect((await deleteOwnAccount(own, member)).status).toBe(200)
  const stopped = own.app.close().then(() => events.push('stopped'))
  // A server that does not wait for the mail has stopped after these queries.
  for (let asked = 0; asked < 20; asked += 1) await own.sql('SELECT')
  release()
  await stopped
  expect(events).toEqual([member.email, 'stopped'])
  await own.close()
  await slow.stop()
})

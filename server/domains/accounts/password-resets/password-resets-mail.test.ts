import { texts } from '@stampus/contract/texts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createMember,
  createMemberSession,
  createOperator,
  suspend,
  type TestOperator,
} from '../../../../tests/support/api/accounts.ts'
import { catchMail, post, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { findLink, parseResetLink, requestResetLink } from '../../../../tests/support/api/password-resets.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { accountsMail } from '../accounts.mail.ts'
import { accountsCleanUp } from '../clean-up.ts'

const server = serverForTests()
let mails: Mail[]
let manager: TestOperator

const DAY_AND_HOUR = 25 * 3_600_000
const NEW = 'Teh-tarik-99'

beforeAll(async () => {
  mails = catchMail(server)
  manager = await createOperator(server.deps, { role: 'manager' })
})
beforeEach(() => {
  mails.length = 0
})

const ask = (memberId: number) => requestResetLink(server, manager, memberId)

/** Sends the password mails in the queue. */
async function sendMails(): Promise<void> {
  for (const { kind, id } of await takeWaitingMail(server))
    if (kind === 'password-reset') await accountsMail(server.deps)['password-reset'](id)
}

test('D-25 D-55 only a manager sends reset links, from the console itself, and the audit log records it by id', async () => {
  const member = await createMember(server.deps)
  await takeWaitingMail(server)
  const reviewer = await createOperator(server.deps)
  expect((await requestResetLink(server, reviewer, member.id)).status).toBe(403)
  expect((await post(server, `/console/members/${member.id}/reset-link`, {})).status).toBe(403)
  const own = { 'sec-fetch-site': 'same-origin' }
  expect((await post(server, `/console/members/${member.id}/reset-link`, {}, { headers: own })).status).toBe(401)
  const asMember = { ...own, ...(await createMemberSession(server.deps, member)) }
  expect((await post(server, `/console/members/${member.id}/reset-link`, {}, { headers: asMember })).status).toBe(401)
  expect(await takeWaitingMail(server)).toEqual([])
  await ask(member.id)
  const { rows } = await server.deps.db.pool.query({
    text: "SELECT operator_id, action, changed_fields FROM audit_entries WHERE subject_kind = 'member' AND subject_id = $1",
    values: [member.id],
  })
  expect(rows).toEqual([{ operator_id: manager.id, action: 'member.reset_link_sent', changed_fields: [] }])
  expect(await takeWaitingMail(server)).toMatchObject([{ kind: 'password-reset', seconds: 0 }])
})

test('D-25 an unknown and a suspended member get no link, and a link from before the suspension is void', async () => {
  expect((await ask(999_999)).status).toBe(404)
  expect((await ask((await createMember(server.deps, { suspended: true })).id)).status).toBe(404)
  const [early, late] = [await createMember(server.deps), await createMember(server.deps)]
  await ask(early.id)
  await sendMails()
  const link = { ...parseResetLink(findLink(mails[0])), password: NEW, password_confirmation: NEW }
  await suspend(server.deps, early.id)
  expect(await post(server, '/password/reset', link)).toMatchObject({
    status: 422,
    body: { message: texts.resetLinkInvalid },
  })
  await ask(late.id)
  await suspend(server.deps, late.id)
  mails.length = 0
  await sendMails()
  expect(mails).toEqual([])
})

test('D-25 bad links are slowed down by client address, requesting them by account, mailing them by mailbox', async () => {
  const member = await createMember(server.deps)
  const link = { id: 1, hash: 'x', expires: 1, signature: 'x', password: NEW, password_confirmation: NEW }
  const tries = Array.from({ length: 61 }, () => post(server, '/password/reset', link, { from: '10.10.0.1' }))
  const answers = (await Promise.all(tries)).map(({ status }) => status)
  expect(answers).toEqual(Array(61).fill(422))
  expect((await post(server, '/password/reset', link, { from: '10.10.0.2' })).status).toBe(422)
  const owned = await createMember(server.deps)
  await ask(owned.id)
  await sendMails()
  const good = { ...link, ...parseResetLink(findLink(mails.at(-1))) }
  expect((await post(server, '/password/reset', good, { from: '10.10.0.1' })).status).toBe(200)
  mails.length = 0
  const asked: number[] = []
  for (let times = 0; times < 6; times += 1)
    asked.push((await requestResetLink(server, manager, member.id, '10.10.0.3')).status)
  expect(asked).toEqual([201, 201, 201, 201, 201, 429])
  await sendMails()
  expect(mails).toHaveLength(1)
  await ask(member.id)
  await sendMails()
  expect(mails).toHaveLength(1)
  expect((await takeWaitingMail(server))[0]?.seconds).toBeGreaterThan(30)
})

test('D-25 a password reset is deleted after a day, and its mail is not sent then', async () => {
  const member = await createMember(server.deps)
  await takeWaitingMail(server)
  await ask(member.id)
  server.travel(DAY_AND_HOUR)
  for (const part of Object.values(accountsCleanUp(server.deps))) await part()
  await sendMails()
  expect(mails).toEqual([])
})

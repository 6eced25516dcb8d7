import { randomUUID } from 'node:crypto'
import { CASE_TARGET_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createOperator, createSignedInMember, type TestOperator } from '../../../tests/support/api/accounts.ts'
import { catchMail, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { casesAt, casesOf } from '../../../tests/support/api/contact.ts'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import { deleteOwnAccount } from '../../../tests/support/api/delete-account.ts'
import { connectDesk, createDesk } from '../../../tests/support/api/desk.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { recordFailedMail } from '../failed-mail/failed-mail.service.ts'
import { caseAnswerMail } from './cases.mail.ts'

const server = serverForTests()
let mails: Mail[]
let operator: TestOperator
let desk: Awaited<ReturnType<typeof createDesk>>
let manager: ReturnType<typeof casesAt>
beforeAll(async () => {
  mails = catchMail(server)
  operator = await createOperator(server.deps, { role: 'manager', name: 'Tan Mei Fong' })
  await signIn()
})
beforeEach(async () => {
  await takeWaitingMail(server)
  mails.length = 0
})

/** Sessions of yesterday have ended. */
async function signIn(): Promise<void> {
  desk = await connectDesk(server, operator)
  manager = casesAt(desk)
}

/** A member who has asked something. */
async function asked(message = 'Where is my card?') {
  const member = await createSignedInMember(server.deps)
  const cases = casesOf(server, member)
  return { member, cases, id: (await cases.open({ message })).data.id }
}

/** Sends what waits. Returns the ids of the answers in these mails. */
async function sendMails(): Promise<number[]> {
  const jobs = (await takeWaitingMail(server)).filter(({ kind }) => kind === 'case-answer')
  for (const { id } of jobs) await caseAnswerMail(server.deps)(id)
  return jobs.map(({ id }) => id)
}

test('R-7.02 managers list the cases that wait, the longest first, with their age against the target', async () => {
  const first = await asked()
  server.travel(CASE_TARGET_MS - 1000)
  await signIn()
  const second = await asked()
  const expectListed = async (query: string, found: number[]) => {
    const ids = (await manager.list(query)).map(({ id }) => id).filter((id) => [first.id, second.id].includes(id))
    expect([query, ids]).toEqual([query, found])
  }
  await expectListed('', [first.id, second.id])
  await expectListed('?state=overdue', [])
  server.travel(2000)
  await expectListed('?state=overdue', [first.id])
  const shown = await manager.show(first.id)
  expect(shown).toMatchObject({
    ...{ language: 'en', assignee: null, state: 'open', version: 1 },
    member: { id: first.member.id, name: first.member.name },
  })
  expect(Date.parse(shown.due_at ?? '') - Date.parse(shown.waiting_since ?? '')).toBe(CASE_TARGET_MS)
  await manager.answer(first.id, 'In your letter box.')
  for (const [query, found] of [
    ['', [second.id, first.id]],
    ['?state=waiting', [second.id]],
    ['?state=answered', [first.id]],
    [`?member_id=${second.member.id}`, [second.id]],
    ['?subject=data', []],
    ['?assignee=mine', [first.id]],
    ['?assignee=none', [second.id]],
    ['?state=closed', []],
  ] as const)
    await expectListed(query, [...found])
})

test('R-7.02 an answer is mailed in the language of the member, and the log says who answered, not what', async () => {
  const { id, member } = await asked()
  const answered = await manager.answer(id, 'In your letter box.\n<b>Really</b>')
  expect(answered).toMatchObject({
    status: 201,
    data: { state: 'answered', waiting_since: null, due_at: null, assignee: { id: desk.id, name: 'Tan Mei Fong' } },
  })
  await server.sql("UPDATE users SET language = 'ms' WHERE id = $1", [member.id])
  const [messageId = 0] = await sendMails()
  const [mail] = mails
  expect(mail).toMatchObject({ to: member.email, subject: 'Kami telah menjawab mesej anda' })
  expect(mail?.text).toContain('Jawapan: In your letter box.')
  expect(mail?.text).toContain(`http://stampus.test/app/contact/${id}`)
  expect(mail?.html).toContain('&lt;b&gt;Really&lt;/b&gt;')
  expect(await findAuditEntries(server, 'case', id)).toEqual([
    { operator_id: desk.id, action: 'case.answered', changes: null },
  ])
  const failure = { refusal: '550 no such mailbox', tries: 1 }
  await recordFailedMail(server.deps)({ kind: 'case-answer', id: messageId }, failure)
  const failed = async () => (await desk.call<{ data: object[] }>('GET', '/undelivered-mail')).data
  expect(await failed()).toMatchObject([{ kind: 'case-answer', member_id: member.id, email: member.email }])
  await deleteOwnAccount(server, member)
  expect(await failed()).toEqual([])
  mails.length = 0
  await caseAnswerMail(server.deps)(messageId)
  expect(mails).toEqual([])
})

test('R-7.02 a repeated answer is one answer, one to an outdated case is refused, and one key for answers to two cases at once answers one of them', async () => {
  const { id, cases: ofMember } = await asked()
  const key = randomUUID()
  const both = await Promise.all([1, 2].map(() => manager.answer(id, 'Here.', { key, version: 1 })))
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  expect((await manager.show(id)).messages).toHaveLength(2)
  expect(await sendMails()).toHaveLength(1)
  const reused = { status: 422, errors: { idempotency_key: [texts.keyReused] } }
  expect(await manager.answer(id, 'There.', { key })).toMatchObject(reused)
  const { version } = await manager.show(id)
  await ofMember.write(id, 'Where?')
  expect(await manager.answer(id, 'There.', { version })).toMatchObject({ status: 409, message: texts.caseChanged })
  expect((await manager.close(id, version)).status).toBe(409)
  expect((await manager.assign(id, null, version)).status).toBe(409)
  expect(await manager.answer(id, ' ')).toMatchObject({ status: 422, errors: { text: [texts.answerRequired] } })
  expect((await manager.answer(999_999_999, 'Hello', { version: 1 })).status).toBe(404)
  const same = { key: randomUUID(), version: 1 }
  const cases = [await asked(), await asked()]
  // Opens the connections, so that neither answer waits for one.
  await Promise.all([1, 2, 3, 4].map(() => server.sql('SELECT pg_sleep(0.02)')))
  for (const _ of ['at once', 'again']) {
    const crossed = await Promise.all(cases.map((one) => manager.answer(one.id, 'Here.', same)))
    expect(crossed.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(crossed.find(({ status }) => status === 422)).toMatchObject(reused)
  }
  expect(await sendMails()).toHaveLength(1)
})

test('R-7.02 a case is given to a manager or to nobody, and a closed one stays as it is', async () => {
  const { id } = await asked()
  const other = await createOperator(server.deps, { role: 'manager', name: 'Rosli Ahmad' })
  const reviewer = await createOperator(server.deps, { role: 'reviewer' })
  const { data } = await desk.call<{ data: { id: number; name: string }[] }>('GET', '/case-assignees')
  expect(data).toContainEqual({ id: other.id, name: 'Rosli Ahmad' })
  expect(data.some((one) => one.id === reviewer.id)).toBe(false)
  expect((await manager.assign(id, other.id)).data.assignee).toEqual({ id: other.id, name: 'Rosli Ahmad' })
  for (const wrong of [reviewer.id, 999_999_999])
    expect(await manager.assign(id, wrong)).toMatchObject({
      status: 422,
      errors: { operator_id: [texts.assigneeUnknown] },
    })
  expect((await manager.answer(id, 'Yes.')).data.assignee?.id).toBe(other.id)
  expect((await manager.assign(id, null)).data).toMatchObject({ assignee: null, state: 'answered' })
  expect((await manager.close(id)).data.state).toBe('closed')
  expect((await manager.answer(id, 'Wait.')).message).toBe(texts.caseClosed)
  expect((await manager.close(id)).status).toBe(409)
  const entries = await findAuditEntries(server, 'case', id)
  const actions = ['case.assigned', 'case.answered', 'case.assigned', 'case.closed']
  expect(entries.map(({ action }) => action)).toEqual(actions)
  expect(entries[0]?.changes).toEqual([{ field: 'assignee_id', before: null, after: String(other.id) }])
})

test('R-7.02 a case of a removed operator, and of one who is no longer a manager, is of nobody again', async () => {
  for (const change of ['console_removed_at = now()', "role = 'reviewer'"]) {
    const { id } = await asked()
    const other = await createOperator(server.deps, { role: 'manager' })
    await manager.assign(id, other.id)
    await server.sql(`UPDATE staff SET ${change} WHERE id = $1`, [other.id])
    expect((await manager.show(id)).assignee).toBeNull()
    expect((await manager.list('?assignee=none')).map((one) => one.id)).toContain(id)
    expect((await manager.answer(id, 'Yes.')).data.assignee?.id).toBe(desk.id)
  }
})

test('R-7.02 nobody answers or closes a case of their own account', async () => {
  const email = `both-${randomUUID()}@campus.edu.my`
  const member = await createSignedInMember(server.deps, { email })
  const { id } = (await casesOf(server, member).open()).data
  const own = casesAt(await createDesk(server, { role: 'manager', email }))
  expect(await own.answer(id, 'Of course.')).toMatchObject({ status: 403, message: texts.ownAccount })
  expect((await own.close(id)).status).toBe(403)
})

test('R-7.02 managers keep canned answers in both languages', async () => {
  type One = { status: number; message: string; data: { id: number; version: number } }
  const text = { title: 'Late answer', subject: '', text: 'Sorry for the wait.' }
  const facts = { ...text, text_ms: 'Maaf kerana lambat.' }
  const { status, data } = await desk.call<One>('POST', '/canned-answers', facts)
  expect(status).toBe(201)
  expect(data).toEqual({ id: expect.any(Number), ...facts, subject: null, version: 1 })
  const path = `/canned-answers/${data.id}`
  const change = (version: number, more: object) => desk.call<One>('PUT', path, { ...text, version, ...more })
  const kept = { subject: 'shop', text_ms: 'Maaf kerana lambat.', version: 2 }
  expect((await change(1, { subject: 'shop' })).data).toMatchObject(kept)
  expect(await change(1, {})).toMatchObject({ status: 409, message: texts.cannedAnswerChanged })
  for (const wrong of [{ text: '' }, { subject: 'weather' }]) expect((await change(2, wrong)).status).toBe(422)
  expect((await desk.call<{ data: object[] }>('GET', '/canned-answers')).data).toHaveLength(1)
  expect((await desk.call('DELETE', path, { version: 2 })).status).toBe(200)
  expect((await desk.call('GET', path)).status).toBe(404)
  const entries = await findAuditEntries(server, 'canned_answer', data.id)
  expect(entries.map(({ action }) => action.replace('canned_answer.', ''))).toEqual(['added', 'changed', 'removed'])
})

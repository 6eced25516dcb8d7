import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createMember,
  createMemberSession,
  createSignedInMember,
  giveStamps,
  type SignedInMember,
} from '../../../tests/support/api/accounts.ts'
import { catchMail, get, post, postForm, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { findLink } from '../../../tests/support/api/password-resets.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { accountsMail } from './accounts.mail.ts'

const server = serverForTests()
let mails: Mail[]
let member: SignedInMember
beforeAll(async () => {
  mails = catchMail(server)
})
beforeEach(async () => {
  member = await createSignedInMember(server.deps)
  await takeWaitingMail(server)
})

/** Sends the profile form, by default with the member's current name and address. */
const save = (given: Record<string, string> = {}) =>
  postForm(server, '/user/profile', { name: member.name, email: member.email, ...given }, member.headers)
/** Asks for another address with the member's password. */
const move = (email: string, current_password = member.password) => save({ email, current_password })
const change = { password: 'Nasi-lemak-8', password_confirmation: 'Nasi-lemak-8' }
const createEmailAddress = () => `new-${randomUUID()}@student.campus.edu.my`
const me = () => get(server, '/user', member.headers)
const login = async (email: string, password: string) =>
  (await post(server, '/login', { email, password }, { from: '10.6.0.1' })).status

/** Sends the mails in the queue and returns those to one mailbox. */
async function mailsTo(address: string): Promise<Mail[]> {
  mails.length = 0
  const handlers = accountsMail(server.deps)
  for (const { kind, id } of await takeWaitingMail(server)) await handlers[kind as keyof typeof handlers](id)
  return mails.filter(({ to }) => to === address)
}

/** Opens the link of the mail to an address as the member. */
async function openLinkTo(address: string) {
  return open((await mailsTo(address))[0])
}
function open(mail: Mail | undefined) {
  const link = Object.fromEntries(new URL(findLink(mail)).searchParams)
  return post(server, `/email/verify/${link.id}/${link.hash}`, link, { headers: member.headers })
}

test('S-7.06 a new name is saved and returned; nothing else changes', async () => {
  const { status, body } = await save({ name: ' Aina binti Rahman ', password: '', current_password: '' })
  expect([status, body.data]).toMatchObject([
    200,
    { id: member.id, name: 'Aina binti Rahman', email: member.email, pending_email: null },
  ])
  expect((await me()).body.data).toEqual(body.data)
  expect(await login(member.email, member.password)).toBe(200)
})

test('S-5.12 S-5.13 every invalid field is named with its message', async () => {
  for (const [given, field, text] of [
    [{ name: '  ' }, 'name', texts.nameRequired],
    [{ email: ' ' }, 'email', texts.emailRequired],
    [{ email: 'nobody' }, 'email', texts.invalidEmail],
    [{ password: 'short', password_confirmation: 'short' }, 'password', texts.passwordTooShort],
    [{ ...change, password_confirmation: 'Other-word-9' }, 'password_confirmation', texts.passwordsDiffer],
    [change, 'current_password', texts.currentPasswordRequired],
    [{ email: createEmailAddress() }, 'current_password', texts.currentPasswordForEmail],
    [{ email: 'me@gmail.com', current_password: member.password }, 'email', texts.collegeEmailOnly],
  ] as const) {
    const { status, body } = await save(given)
    expect([given, status, body.errors?.[field]]).toEqual([given, 422, [text]])
  }
  expect((await me()).body.data).toMatchObject({ name: member.name, email: member.email, pending_email: null })
})

test('S-5.13 D-10 a new password needs the current one and ends the other sessions', async () => {
  const elsewhere = await createMemberSession(server.deps, member)
  const statusElsewhere = async () => (await get(server, '/user', elsewhere)).status
  const wrong = await save({ ...change, current_password: 'Wrong-pass-1' })
  expect(wrong.body.errors).toEqual({ current_password: [texts.currentPasswordWrong] })
  expect(await statusElsewhere()).toBe(200)
  expect((await save({ ...change, current_password: member.password })).status).toBe(200)
  expect([await statusElsewhere(), (await me()).status]).toEqual([401, 200])
  expect(await login(member.email, member.password)).toBe(422)
  expect(await login(member.email, change.password)).toBe(200)
})

test('D-21 attempts at the current password are limited', async () => {
  const guesses = Array.from({ length: 12 }, () => move(createEmailAddress(), 'Wrong-pass-1'))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(5).fill(422), ...Array(7).fill(429)])
  expect(await login(member.email, member.password)).toBe(200)
})

test('D-22 a new address is pending until its link is opened, which ends all other sessions; the old one gets a notice', async () => {
  const email = createEmailAddress()
  const { status, body } = await move(email)
  expect([status, body.data]).toMatchObject([200, { email: member.email, pending_email: email }])
  expect(await login(email, member.password)).toBe(422)
  const [mail] = await mailsTo(email)
  const [notice] = mails.filter(({ to }) => to === member.email)
  expect(notice?.text).toContain(email)
  expect(notice?.text).not.toMatch(/email\/verification/)
  const opened = await open(mail)
  expect(opened.body.user).toMatchObject({ id: member.id, email, pending_email: null })
  expect((await me()).status).toBe(401)
  expect((await get(server, '/wallet', { authorization: `Bearer ${opened.body.token}` })).status).toBe(200)
  expect(await login(member.email, member.password)).toBe(422)
  expect(await login(email, member.password)).toBe(200)
  expect((await open(mail)).body).toEqual({ message: texts.alreadyVerified })
})

test('D-22 only the latest change counts, and a new password cancels a pending one', async () => {
  const [first, second] = [createEmailAddress(), createEmailAddress()]
  await move(first)
  const [early] = await mailsTo(first)
  await move(second)
  const [late] = await mailsTo(second)
  expect((await open(early)).status).toBe(422)
  const changed = await save({ ...change, current_password: member.password })
  expect(changed.body.data).toMatchObject({ email: member.email, pending_email: null })
  expect((await open(late)).status).toBe(422)
  await move(second, change.password)
  expect((await open(late)).status).toBe(422)
  expect((await me()).body.data).toMatchObject({ email: member.email, pending_email: second })
})

test('D-22 saving a name keeps the pending address, and a cancelled change is not mailed', async () => {
  const [first, second] = [createEmailAddress(), createEmailAddress()]
  await move(first)
  const renamed = await save({ name: 'Aina R.', email: first })
  expect(renamed.body.data).toMatchObject({ name: 'Aina R.', pending_email: first })
  await move(second)
  expect(await mailsTo(second)).toHaveLength(1)
  expect(mails.filter(({ to }) => to === first)).toEqual([])
})

test('D-20 D-22 D-45 an address of a verified account is taken, also meanwhile; one of an unverified account only with stamps', async () => {
  const { deps } = server
  const taken = await move((await createMember(deps)).email)
  expect([taken.status, taken.body.errors]).toEqual([422, { email: [texts.emailTaken] }])
  const [meanwhile, holder, squatter] = [
    createEmailAddress(),
    await createMember(deps, { email: createEmailAddress(), verified: false }),
    await createMember(deps, { email: createEmailAddress(), verified: false }),
  ]
  await giveStamps(deps, holder.id)
  for (const email of [meanwhile, holder.email]) {
    await move(email)
    const [mail] = await mailsTo(email)
    if (email === meanwhile) await createMember(deps, { email })
    expect(await open(mail)).toMatchObject({ status: 422, body: { message: texts.emailTaken } })
    expect((await me()).body.data).toMatchObject({ email: member.email })
    server.travel(61_000)
  }
  await move(squatter.email)
  expect((await openLinkTo(squatter.email)).body.user).toMatchObject({ id: member.id, email: squatter.email })
})

test('S-6.02 D-04 the profile returns 403 for an unverified member and 401 for a guest', async () => {
  const { email, headers } = await createSignedInMember(server.deps, { verified: false })
  const refused = await postForm(server, '/user/profile', { name: 'Aina', email }, headers)
  expect([refused.status, refused.body.message]).toEqual([403, texts.verificationRequired])
  expect((await postForm(server, '/user/profile', { name: 'Aina', email })).status).toBe(401)
})

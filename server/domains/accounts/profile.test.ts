import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import {
  createMember,
  createMemberSession,
  createSignedInMember,
  giveStamps,
  type SignedInMember,
} from '../../../tests/support/api/accounts.ts'
import { catchMail, get, post, postForm, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { accountsMail } from './accounts.mail.ts'

const server = serverForTests()
let mails: Mail[]

beforeAll(async () => {
  mails = catchMail(server)
})

const signedMember = () => createSignedInMember(server.deps)

/** Sends the profile form, by default with the member's current name and address. */
function save({ name, email, headers }: SignedInMember, given: Record<string, string | File> = {}) {
  return postForm(server, '/user/profile', { name, email, ...given }, headers)
}

const createEmailAddress = () => `new-${randomUUID()}@student.campus.edu.my`
const me = (of: SignedInMember) => get(server, '/user', of.headers)
const login = (email: string, password: string) => post(server, '/login', { email, password }, { from: '10.6.0.1' })

/** Sends the mails in the queue and returns those to one mailbox. */
async function mailsTo(address: string): Promise<Mail[]> {
  mails.length = 0
  const handlers = accountsMail(server.deps)
  for (const { kind, id } of await takeWaitingMail(server)) await handlers[kind as keyof typeof handlers](id)
  return mails.filter(({ to }) => to === address)
}

const linkIn = (mail: Mail | undefined) =>
  Object.fromEntries(new URL(/http:\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams) as Record<string, string>
const use = (link: Record<string, string>, { headers }: { headers: Record<string, string> }) =>
  post(server, `/email/verify/${link.id}/${link.hash}`, link, { headers })

test('S-7.06 a new name is saved and returned; nothing else changes', async () => {
  const member = await signedMember()
  const { status, body } = await save(member, { name: ' Aina binti Rahman ', password: '', current_password: '' })
  expect([status, body.data]).toEqual([
    200,
    expect.objectContaining({ id: member.id, name: 'Aina binti Rahman', email: member.email, pending_email: null }),
  ])
  expect((await me(member)).body.data).toEqual(body.data)
  expect((await login(member.email, member.password)).status).toBe(200)
})

test('S-5.12 S-5.13 every invalid field is named with its message', async () => {
  const member = await signedMember()
  const invalidInputs: [Record<string, string>, string, string][] = [
    [{ name: '  ' }, 'name', texts.nameRequired],
    [{ email: ' ' }, 'email', texts.emailRequired],
    [{ email: 'nobody' }, 'email', texts.invalidEmail],
    [{ password: 'short', password_confirmation: 'short' }, 'password', texts.passwordTooShort],
    [
      { password: 'Other-word-8', password_confirmation: 'Other-word-9' },
      'password_confirmation',
      texts.passwordsDiffer,
    ],
    [
      { password: 'Other-word-8', password_confirmation: 'Other-word-8' },
      'current_password',
      texts.currentPasswordRequired,
    ],
    [{ email: createEmailAddress() }, 'current_password', texts.currentPasswordForEmail],
    [{ email: 'me@gmail.com', current_password: member.password }, 'email', texts.collegeEmailOnly],
  ]
  for (const [given, field, text] of invalidInputs) {
    const { status, body } = await save(member, given)
    expect([given, status, body.errors?.[field]]).toEqual([given, 422, [text]])
  }
  expect((await me(member)).body.data).toMatchObject({ name: member.name, email: member.email, pending_email: null })
})

test('S-5.13 D-10 a new password needs the current one and ends the other sessions', async () => {
  const member = await signedMember()
  const elsewhere = await createMemberSession(server.deps, member)
  const change = { password: 'Nasi-lemak-8', password_confirmation: 'Nasi-lemak-8' }
  const wrong = await save(member, { ...change, current_password: 'Wrong-pass-1' })
  expect(wrong.body.errors).toEqual({ current_password: [texts.currentPasswordWrong] })
  expect((await get(server, '/user', elsewhere)).status).toBe(200)
  expect((await save(member, { ...change, current_password: member.password })).status).toBe(200)
  expect((await get(server, '/user', elsewhere)).status).toBe(401)
  expect((await me(member)).status).toBe(200)
  expect((await login(member.email, member.password)).status).toBe(422)
  expect((await login(member.email, change.password)).status).toBe(200)
})

test('D-21 attempts at the current password are limited', async () => {
  const member = await signedMember()
  const guess = () => save(member, { email: createEmailAddress(), current_password: 'Wrong-pass-1' })
  const answers = await Promise.all(Array.from({ length: 12 }, guess))
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  expect((await login(member.email, member.password)).status).toBe(200)
})

test('D-22 a new address is pending until its link is opened, which ends all other sessions; the old one gets a notice', async () => {
  const member = await signedMember()
  const email = createEmailAddress()
  await takeWaitingMail(server)
  const { status, body } = await save(member, { email, current_password: member.password })
  expect([status, body.data]).toEqual([200, expect.objectContaining({ email: member.email, pending_email: email })])
  expect((await login(email, member.password)).status).toBe(422)
  const waiting = await mailsTo(email)
  const [notice] = mails.filter(({ to }) => to === member.email)
  expect(notice?.text).toContain(email)
  expect(notice?.text).not.toMatch(/email\/verification/)
  const link = linkIn(waiting[0])
  const opened = await use(link, member)
  expect(opened.body.user).toMatchObject({ id: member.id, email, pending_email: null })
  expect((await me(member)).status).toBe(401)
  expect((await get(server, '/wallet', { authorization: `Bearer ${opened.body.token}` })).status).toBe(200)
  expect((await login(member.email, member.password)).status).toBe(422)
  expect((await login(email, member.password)).status).toBe(200)
  expect((await use(link, member)).body).toEqual({ message: texts.alreadyVerified })
})

test('D-22 only the latest change counts, and a new password cancels a pending one', async () => {
  const member = await signedMember()
  const [first, second] = [createEmailAddress(), createEmailAddress()]
  await save(member, { email: first, current_password: member.password })
  const [early] = await mailsTo(first)
  await save(member, { email: second, current_password: member.password })
  const [late] = await mailsTo(second)
  expect((await use(linkIn(early), member)).status).toBe(422)
  const change = { password: 'Nasi-lemak-8', password_confirmation: 'Nasi-lemak-8', current_password: member.password }
  expect((await save(member, change)).body.data).toMatchObject({ email: member.email, pending_email: null })
  expect((await use(linkIn(late), member)).status).toBe(422)
  await save(member, { email: second, current_password: change.password })
  expect((await use(linkIn(late), member)).status).toBe(422)
  expect((await me(member)).body.data).toMatchObject({ email: member.email, pending_email: second })
})

test('D-22 saving a name keeps the pending address, and a cancelled change is not mailed', async () => {
  const member = await signedMember()
  const [first, second] = [createEmailAddress(), createEmailAddress()]
  await save(member, { email: first, current_password: member.password })
  const renamed = await save(member, { name: 'Aina R.', email: first })
  expect(renamed.body.data).toMatchObject({ name: 'Aina R.', pending_email: first })
  await save(member, { email: second, current_password: member.password })
  expect(await mailsTo(second)).toHaveLength(1)
  expect(mails.filter(({ to }) => to === first)).toEqual([])
})

test('D-20 D-22 a verified member’s address is taken; an unverified one is not', async () => {
  const member = await signedMember()
  const holder = await createMember(server.deps)
  const taken = await save(member, { email: holder.email, current_password: member.password })
  expect([taken.status, taken.body.errors]).toEqual([422, { email: [texts.emailTaken] }])
  const squatter = await createMember(server.deps, { email: createEmailAddress(), verified: false })
  await save(member, { email: squatter.email, current_password: member.password })
  const [mail] = await mailsTo(squatter.email)
  expect((await use(linkIn(mail), member)).body.user).toMatchObject({ id: member.id, email: squatter.email })
})

test('D-22 D-45 the address of an unverified account with stamps is reserved', async () => {
  const member = await signedMember()
  const holder = await createMember(server.deps, { email: createEmailAddress(), verified: false })
  await giveStamps(server.deps, holder.id)
  await save(member, { email: holder.email, current_password: member.password })
  const [mail] = await mailsTo(holder.email)
  const { status, body } = await use(linkIn(mail), member)
  expect([status, body.message]).toEqual([422, texts.emailTaken])
})

test('D-22 an address that another member verified meanwhile cannot be confirmed', async () => {
  const member = await signedMember()
  const email = createEmailAddress()
  await save(member, { email, current_password: member.password })
  const [mail] = await mailsTo(email)
  await createMember(server.deps, { email })
  const { status, body } = await use(linkIn(mail), member)
  expect([status, body.message]).toEqual([422, texts.emailTaken])
  expect((await me(member)).body.data).toMatchObject({ email: member.email })
})

test('S-6.02 D-04 the profile returns 403 for an unverified member and 401 for a guest', async () => {
  const member = await createMember(server.deps, { verified: false })
  const form = { name: 'Aina', email: member.email }
  const refused = await postForm(server, '/user/profile', form, await createMemberSession(server.deps, member))
  expect([refused.status, refused.body.message]).toEqual([403, texts.verificationRequired])
  expect((await postForm(server, '/user/profile', form)).status).toBe(401)
})

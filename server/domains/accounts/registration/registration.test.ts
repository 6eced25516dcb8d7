import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { createMember, giveStamps, suspend } from '../../../../tests/support/api/accounts.ts'
import { get, post, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()
let people = 0

/** A registration of a new address as the web app sends it. */
function registration(given: Record<string, unknown> = {}) {
  people += 1
  const { password = 'Teh-tarik-7' } = given
  const email = `nurul-${people}@campus.edu.my`
  return { name: 'Nurul Huda', email, password, password_confirmation: password, ...given }
}

const register = (given: object, from = `10.0.0.${people}`) => post(server, '/register', given, { from })

test('S-7.02 S-1.01 S-4.05 registering returns 201 with the user and a working token, and mails the link', async () => {
  const sent = registration({ name: '  Nurul Huda  ' })
  const { status, body, headers } = await register(sent)
  expect(status).toBe(201)
  expect(headers['cache-control']).toContain('no-store')
  expect(body.user).toEqual({
    id: expect.any(Number),
    name: 'Nurul Huda',
    email: sent.email,
    email_verified_at: null,
    suspended: false,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    profile_avatar_url: null,
    placeholder_image_url: null,
    pending_email: null,
    language: null,
  })
  const me = await get(server, '/user', { authorization: `Bearer ${body.token}` })
  expect(me).toMatchObject({ status: 200, body: { data: body.user } })
  const id = body.user?.id
  expect(await takeWaitingMail(server)).toEqual([{ kind: 'verification', id, seconds: 0 }])
})

test('S-5.04 S-5.12 D-20 only college addresses can register, with letters before the @ and its +tag that are allowed', async () => {
  const outside = ['a@gmail.com', 'a@evil-campus.edu.my', 'a@campus.edu.my.evil.com', 'a@x.campus.edu.my']
  const locals = ['user%40x', 'user%', 'a!b', 'a:b', 'a/b', 'a b', '+', '+x', '+a+b']
  for (const [email, text] of [
    ...outside.map((email) => [email, texts.collegeEmailOnly]),
    ...locals.map((local) => [`${local}@student.campus.edu.my`, 'Please enter a valid email address']),
  ]) {
    const { status, body } = await register(registration({ email }))
    expect([email, status, body.errors]).toEqual([email, 422, { email: [text] }])
  }
  expect((await register(registration({ email: 'UPPER@Student.CAMPUS.edu.my' }))).status).toBe(201)
})

test('S-5.12 S-8.02 D-08 every invalid field is named with its message', async () => {
  const { status, body } = await register({ name: ' ', email: 'nobody', password: 'short', password_confirmation: 'x' })
  expect([status, body.errors]).toMatchObject([
    422,
    { name: [texts.nameRequired], email: [texts.invalidEmail], password: [texts.passwordTooShort] },
  ])
  const differing = await register(registration({ password_confirmation: 'Other-pass-8' }))
  expect(differing.body.errors).toEqual({ password_confirmation: [texts.passwordsDiffer] })
  for (const payload of [{}, { name: 1, email: [], password: {} }, { ...registration(), name: 'a\0b' }])
    expect((await register(payload)).status).toBe(422)
})

test('S-5.03 D-21 a well-known password is rejected in any spelling', async () => {
  for (const password of ['Password123!', 'P@ssw0rd', 'qwErty2026!', 'wELCOME@2026', 'Qwerty123!']) {
    const { body } = await register(registration({ password }))
    expect([password, body.errors]).toEqual([password, { password: [texts.passwordWellKnown] }])
  }
  expect((await register(registration({ password: 'Passwordless-road-9' }))).status).toBe(201)
})

test('S-8.02 D-20 D-24 an address whose account is verified is taken, in any case and with any +tag; probing is limited', async () => {
  await createMember(server.deps, { email: 'taken@campus.edu.my' })
  const probe = (email: string) => register(registration({ email }), '10.2.0.3')
  for (const email of ['taken@campus.edu.my', 'Taken@CAMPUS.edu.my', 'taken+again@campus.edu.my']) {
    const { status, body } = await probe(email)
    expect([status, body.errors]).toEqual([422, { email: [texts.emailTaken] }])
  }
  const statuses = []
  for (let at = 0; at < 3; at += 1) statuses.push((await probe('taken@campus.edu.my')).status)
  expect(statuses).toEqual([422, 422, 429])
})

test('D-20 D-24 D-45 an unverified account that is suspended or has stamps cannot be taken over', async () => {
  const registerAgain = async (prepare: (id: number) => Promise<void>) => {
    const sent = registration()
    await prepare((await register(sent)).body.user?.id ?? 0)
    return { sent, again: await register({ ...sent, name: 'Somebody else' }) }
  }
  const suspended = await registerAgain((id) => suspend(server.deps, id))
  expect(suspended.again).toMatchObject({ status: 403, body: { message: texts.suspended } })
  expect(suspended.again.body.token).toBeUndefined()
  const rich = await registerAgain((id) => giveStamps(server.deps, id))
  expect(rich.again).toMatchObject({ status: 422, body: { errors: { email: [texts.emailTaken] } } })
  expect((await post(server, '/login', rich.sent)).status).toBe(200)
})

test('D-20 registering is limited by account and address together, not by account alone', async () => {
  const sent = registration()
  const statuses = []
  for (let at = 0; at < 6; at += 1) statuses.push((await register(sent, '10.2.0.1')).status)
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  const refused = await register(sent, '10.2.0.1')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
  expect((await register(sent, '10.2.0.2')).status).toBe(201)
})

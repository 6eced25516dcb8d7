import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { createMember, giveStamps, suspend } from '../../../../tests/support/api/accounts.ts'
import { get, post, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()
let people = 0

const PASSWORD = 'Teh-tarik-7'

/** A registration of a new address as the web app sends it. */
function registration(given: Record<string, unknown> = {}) {
  people += 1
  const { password = PASSWORD } = given
  return {
    name: 'Nurul Huda',
    email: `nurul-${people}@campus.edu.my`,
    password,
    password_confirmation: password,
    ...given,
  }
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

test('S-5.04 D-20 only college addresses can register: the part after the last @ must equal a college domain', async () => {
  const outside = ['a@gmail.com', 'a@evil-campus.edu.my', 'a@campus.edu.my.evil.com', 'a@x.campus.edu.my']
  for (const email of outside) {
    const { status, body } = await register(registration({ email }))
    expect([status, body.errors]).toEqual([422, { email: [texts.collegeEmailOnly] }])
  }
  expect((await register(registration({ email: 'UPPER@Student.CAMPUS.edu.my' }))).status).toBe(201)
})

test('S-5.12 S-8.02 D-08 every invalid field is named with its message', async () => {
  const { status, body } = await register({ name: ' ', email: 'nobody', password: 'short', password_confirmation: 'x' })
  expect(status).toBe(422)
  expect(body.errors).toMatchObject({
    name: [texts.nameRequired],
    email: [texts.invalidEmail],
    password: [texts.passwordTooShort],
  })
  const differing = await register(registration({ password_confirmation: 'Other-pass-8' }))
  expect(differing.body.errors).toEqual({ password_confirmation: [texts.passwordsDiffer] })
  for (const payload of [{}, { name: 1, email: [], password: {} }, { ...registration(), name: 'a\0b' }]) {
    expect((await register(payload)).status).toBe(422)
  }
})

test('S-5.12 D-20 an address with % ! : / or a space before the @ cannot register', async () => {
  const refused = ['user%40x', 'user%', 'a!b', 'a:b', 'a/b', 'a b']
  for (const local of refused) {
    const { status, body } = await register(registration({ email: `${local}@campus.edu.my` }))
    expect([local, status, body.errors]).toEqual([local, 422, { email: ['Please enter a valid email address'] }])
  }
})

test('S-5.12 D-20 an address with no name before its +tag cannot register', async () => {
  for (const local of ['+', '+x', '+a+b']) {
    const { status, body } = await register(registration({ email: `${local}@student.campus.edu.my` }))
    expect([local, status, body.errors]).toEqual([local, 422, { email: ['Please enter a valid email address'] }])
  }
})

test('S-5.03 D-21 a well-known password is rejected in any spelling', async () => {
  for (const password of ['Password123!', 'P@ssw0rd', 'qwErty2026!', 'wELCOME@2026', 'Qwerty123!']) {
    const { body } = await register(registration({ password }))
    expect([password, body.errors]).toEqual([password, { password: [texts.passwordWellKnown] }])
  }
  expect((await register(registration({ password: 'Passwordless-road-9' }))).status).toBe(201)
})

test('S-8.02 D-20 an address whose account is verified is taken, in any case and with any +tag', async () => {
  await createMember(server.deps, { email: 'taken@campus.edu.my' })
  for (const email of ['taken@campus.edu.my', 'Taken@CAMPUS.edu.my', 'taken+again@campus.edu.my']) {
    const { status, body } = await register(registration({ email }))
    expect([status, body.errors]).toEqual([422, { email: [texts.emailTaken] }])
  }
})

test('D-24 a suspended account of that address cannot be registered again and gets no session', async () => {
  const sent = registration()
  const { body } = await register(sent)
  await suspend(server.deps, body.user?.id ?? 0)
  const again = await register({ ...sent, name: 'Somebody else' })
  expect([again.status, again.body.message, again.body.token]).toEqual([403, texts.suspended, undefined])
})

test('D-20 D-45 an unverified account with stamps cannot be taken over', async () => {
  const sent = registration()
  const { body } = await register(sent)
  await giveStamps(server.deps, body.user?.id ?? 0)
  const again = await register({ ...sent, name: 'Somebody else' })
  expect([again.status, again.body.errors]).toEqual([422, { email: [texts.emailTaken] }])
  expect((await post(server, '/login', sent)).status).toBe(200)
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

test('D-20 D-24 probing whether addresses are taken is limited', async () => {
  const { email } = await createMember(server.deps)
  const statuses = []
  for (let at = 0; at < 6; at += 1) statuses.push((await register(registration({ email }), '10.2.0.3')).status)
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
})

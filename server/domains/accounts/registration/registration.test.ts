import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { createMember, createSignedInMember, giveStamps } from '../../../../tests/support/api/accounts.ts'
import { get, post, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { fillLimit } from '../../../../tests/support/api/rate-limits.ts'
import { createReward, vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { countHashes } from '../../../../tests/support/server/hashes.ts'

const server = serverForTests()
let people = 0

/** A registration of a new address as the web app sends it. */
function registration(given: Record<string, unknown> = {}) {
  people += 1
  const { password = 'Teh-tarik-7' } = given
  const email = `nurul-${people}@campus.edu.my`
  return { name: 'Nurul Huda', email, password, password_confirmation: password, ...given }
}

const CURRENT = { terms: 1, privacy: 8 }
const consentsOf = async (userId: number) => {
  const text = 'SELECT page, supplement, accepted_at FROM consents WHERE user_id = $1 ORDER BY page, supplement'
  return (await server.sql(text, [userId])).rows
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

test('S-5.04 S-5.12 D-20 only college addresses of a valid form can register, in any case', async () => {
  for (const [email, text] of [
    ['a@gmail.com', texts.collegeEmailOnly],
    ['a@evil-campus.edu.my', texts.collegeEmailOnly],
    ['a@campus.edu.my.evil.com', texts.collegeEmailOnly],
    ['user%40x@student.campus.edu.my', 'Please enter a valid email address'],
    ['+a+b@student.campus.edu.my', 'Please enter a valid email address'],
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

test('D-20 D-21 D-24 D-45 an unverified account that is suspended or has stamps cannot be taken over, and no refused address costs a hash', async () => {
  const verified = await createMember(server.deps)
  const suspended = await createMember(server.deps, { verified: false, suspended: true })
  const rich = await createMember(server.deps, { verified: false })
  await giveStamps(server.deps, rich.id)
  const hashes = countHashes()
  const refused = await register(registration({ email: suspended.email }))
  expect(refused).toMatchObject({ status: 403, body: { message: texts.suspended } })
  expect(refused.body.token).toBeUndefined()
  for (const { email } of [rich, verified])
    expect(await register(registration({ email }))).toMatchObject({
      status: 422,
      body: { errors: { email: [texts.emailTaken] } },
    })
  expect(hashes.taken()).toBe(0)
  hashes.stop()
  expect((await post(server, '/login', rich)).status).toBe(200)
})

test('D-20 registering is limited by account and address together, not by account alone', async () => {
  const sent = registration()
  await fillLimit(server, `register|account+address|${sent.email}|10.2.0.1`, 4)
  expect((await register(sent, '10.2.0.1')).status).toBe(201)
  const refused = await register(sent, '10.2.0.1')
  expect([refused.status, Number(refused.headers['retry-after']) > 50]).toEqual([429, true])
  expect((await register(sent, '10.2.0.2')).status).toBe(201)
})

test('R-1.05 registration records which supplements were accepted, and when, or none', async () => {
  const consented = []
  for (const more of [{ supplements: CURRENT }, {}])
    consented.push(await consentsOf((await register(registration(more))).body.user?.id ?? 0))
  const accepted_at = server.deps.now()
  const accepted = [
    { page: 'privacy', supplement: 8, accepted_at },
    { page: 'terms', supplement: 1, accepted_at },
  ]
  expect(consented).toEqual([accepted, []])
})

test('R-1.05 supplements that do not exist cannot be accepted, and none by a guest', async () => {
  const { headers } = await createSignedInMember(server.deps)
  for (const given of [{ terms: 2, privacy: 8 }, { terms: 1, privacy: 0 }, { terms: 1 }, { supplements: true }])
    expect([given, (await post(server, '/consents', given, { headers })).status]).toEqual([given, 422])
  expect((await post(server, '/consents', CURRENT)).status).toBe(401)
})

test('R-1.05 a member who accepted no supplement, or an older one, is asked at the first claim, once', async () => {
  const { deps } = server
  const member = await createSignedInMember(deps)
  await giveStamps(deps, member.id, 10)
  const acceptOld = (id: number) =>
    server.sql("INSERT INTO consents VALUES ($1, 'terms', 1, now()), ($1, 'privacy', 4, now())", [id])
  await acceptOld((await createSignedInMember(deps)).id)
  const { claim } = vouchersOf(server, member)
  const reward = await createReward(deps)
  expect(await claim(reward)).toMatchObject({
    status: 409,
    code: 'supplements',
    message: 'Accept the supplements to the Terms and to the Privacy Policy before you claim a reward.',
  })
  await acceptOld(member.id)
  expect((await claim(reward)).code).toBe('supplements')
  const first = deps.now()
  for (const _ of [1, 2]) {
    expect((await post(server, '/consents', CURRENT, { headers: member.headers })).status).toBe(200)
    server.travel(60_000)
  }
  expect((await consentsOf(member.id)).find(({ supplement }) => supplement === 8)?.accepted_at).toEqual(first)
  for (const _ of [1, 2]) expect((await claim(reward)).status).toBe(201)
})

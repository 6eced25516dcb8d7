import { randomUUID } from 'node:crypto'
import { hash } from 'argon2'
import { expect, test } from 'vitest'
import { createMember, createOperator, createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import { connect, post, postForm } from '../../../../tests/support/api/calls.ts'
import { fillLimit, isSlow } from '../../../../tests/support/api/rate-limits.ts'
import { registerAs, registerNewMember, sendAndReadLink } from '../../../../tests/support/api/registrations.ts'
import { nextClientAddress } from '../../../../tests/support/api/unlocks.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { attemptLimits } from '../../../platform/rate-limits/failed-attempts.ts'
import { delayMs } from '../../../platform/rate-limits/rate-limits.ts'
import { verifyPassword } from '../../../platform/security/passwords.ts'
import {
  emailChangeLimits,
  guestResendLimits,
  linkAttemptLimits,
  registrationLimits,
  unlockLimits,
} from '../account-rules.ts'

const COMPOSED = 'Séri-Kenángan-1'.normalize('NFC')
const DECOMPOSED = COMPOSED.normalize('NFD')
/** A Vietnamese keyboard writes the circumflex with the letter and the accent behind it: neither form is normal. */
const MIXED = 'Qu\u00ea\u0301-Huong-1'
const COST = { type: 2 as const, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const server = serverForTests()

type Kind = 'users' | 'operators'
const people: Record<Kind, () => Promise<{ id: number; email: string }>> = {
  users: () => createMember(server.deps),
  operators: () => createOperator(server.deps, { email: `${randomUUID()}@office.example` }),
}
const paths: Record<Kind, string> = {
  users: '/login',
  operators: '/console/session',
}

const columns: Record<Kind, { table: string; password: string }> = {
  users: { table: 'users', password: 'password_hash' },
  operators: { table: 'staff', password: 'console_password_hash' },
}

async function signIn(kind: Kind, email: string, password: string, from = nextClientAddress()) {
  const call = connect(server, { headers: { 'sec-fetch-site': 'same-origin' }, from })
  return (await call('POST', paths[kind], { email, password })).status
}

async function storedHash(kind: Kind, id: number): Promise<string> {
  const { table, password } = columns[kind]
  const { rows } = await server.sql(`SELECT ${password} AS password_hash FROM ${table} WHERE id = $1`, [id])
  return rows[0].password_hash
}

/** An account whose password was hashed as it was typed, as earlier releases did. */
async function withOlderHash(kind: Kind, typed: string) {
  const account = await people[kind]()
  const { table, password } = columns[kind]
  const text = `UPDATE ${table} SET ${password} = $2 WHERE id = $1`
  await server.sql(text, [account.id, await hash(typed, COST)])
  return account
}

test('D-21 a password opens its account in whichever form a keyboard writes its accents', async () => {
  for (const [chosen, typed] of [
    [COMPOSED, DECOMPOSED],
    [MIXED, MIXED.normalize('NFC')],
  ] as const) {
    const email = `forms-${randomUUID()}@campus.edu.my`
    const name = 'Aina'
    const given = { name, email, password: chosen, password_confirmation: typed }
    expect((await post(server, '/register', given, { from: nextClientAddress() })).status).toBe(201)
    expect([await signIn('users', email, typed), await signIn('users', email, chosen)]).toEqual([200, 200])
  }
})

test.each(['users', 'operators'] as const)(
  'D-21 an older password of %s still opens the account, and is hashed again once',
  async (kind) => {
    // One kind of account tries every form; they share the code.
    const forms =
      kind === 'operators'
        ? [
            [DECOMPOSED, DECOMPOSED],
            [MIXED, MIXED],
            [COMPOSED, DECOMPOSED],
          ]
        : []
    for (const [stored = '', typed = ''] of [[DECOMPOSED, COMPOSED], ...forms]) {
      const { id, email } = await withOlderHash(kind, stored)
      expect(await signIn(kind, email, `${typed}!`)).toBe(422)
      expect(await signIn(kind, email, typed)).toBe(200)
      const renewed = await storedHash(kind, id)
      expect(await verifyPassword(renewed, typed.normalize('NFC'))).toBe(true)
      expect([await signIn(kind, email, stored), await storedHash(kind, id)]).toEqual([200, renewed])
    }
  },
)

test('D-21 two registrations of an address keep one salt, so that a wrong password costs as before', async () => {
  const email = `salt-${randomUUID()}@campus.edu.my`
  for (const password of [COMPOSED, 'Teh-Tarik1'])
    await registerAs(server, { name: 'Aina', email, password }, nextClientAddress())
  const { rows } = await server.sql('SELECT id, password_hash FROM users WHERE email = $1 ORDER BY id', [email])
  const [first, second] = rows
  const salt = (stored: string) => stored.split('$').at(-2) ?? ''
  const older = await hash(DECOMPOSED, { ...COST, salt: Buffer.from(salt(first.password_hash), 'base64') })
  await server.sql('UPDATE users SET password_hash = $2 WHERE id = $1', [first.id, older])
  expect(await signIn('users', email, COMPOSED)).toBe(200)
  expect(await storedHash('users', first.id)).toBe(first.password_hash)
  expect(salt(first.password_hash)).toBe(salt(second.password_hash))
})

test('D-21 the second form of a wrong password counts against the client address like a second attempt, whether or not the account exists', async () => {
  const { email } = await createMember(server.deps)
  for (const [given, password, hits] of [
    [email, 'Wrong-pass-1', 1],
    [email, COMPOSED, 2],
    ['nobody@campus.edu.my', DECOMPOSED, 2],
  ] as const) {
    const from = nextClientAddress()
    expect(await signIn('users', given, password, from)).toBe(422)
    const { rows } = await server.sql(`SELECT key, hits FROM rate_counters WHERE key LIKE '%' || $1 ORDER BY key`, [
      `|${from}`,
    ])
    expect(rows).toEqual([
      { key: expect.stringContaining('account+address'), hits: 1 },
      { key: `sign-in|address|${from}`, hits },
    ])
  }
})

const password = 'Kopi-0-kosong'
const createEmailAddress = () => `fresher-${randomUUID()}@student.campus.edu.my`

const register = (email: string, from: string) =>
  post(server, '/register', { name: 'Aina', email, password, password_confirmation: password }, { from })
const resend = (email: string, from: string, headers = {}) =>
  post(server, '/email/verification-notification', { email }, { from, headers })
const logIn = (account: object, from: string) => post(server, '/login', account, { from })
const hitsOf = async (key: string) =>
  (await server.sql('SELECT hits FROM rate_counters WHERE key = $1', [key])).rows[0]?.hits

test('D-20 D-21 D-22 D-23 from one address 300 calls of a kind in 10 minutes, and 200 passwords in 5, are at full speed', () => {
  const [account, from] = ['aina@campus.edu.my', '10.77.0.1']
  for (const [limits, minutes, most] of [
    [registrationLimits(account, from), 10, 300],
    [guestResendLimits(account, from), 10, 300],
    [unlockLimits(account, from), 10, 300],
    [emailChangeLimits(1, account, from), 10, 300],
    [attemptLimits('sign-in', account, from), 5, 200],
    [linkAttemptLimits('signature', from), 5, 200],
  ] as const) {
    const limit = limits.find(({ slowAfter }) => slowAfter) ?? expect.fail()
    const speeds = [most, most + 1].map((hits) => (delayMs(limit, hits) === 0 ? 'full' : 'slow'))
    expect([limit.key, limit.windowSeconds, ...speeds]).toEqual([limit.key, minutes * 60, 'full', 'slow'])
  }
})

test('D-20 D-21 D-22 D-23 D-25 far above the limit of one kind of call an address is slowed down and not rejected', async () => {
  const from = '10.77.0.2'
  const [member, waiting] = [await createSignedInMember(server.deps), await registerNewMember(server)]
  const link = await sendAndReadLink(server, waiting.id)
  const profile = { name: member.name, email: createEmailAddress(), current_password: member.password }
  const badLink = { id: 1, hash: 'x', expires: 1, signature: 'x', password, password_confirmation: password }
  const calls: [limit: string, call: () => Promise<{ status: number }>, status: number][] = [
    [`register|address|${from}`, () => register(createEmailAddress(), from), 201],
    [`resend|address|${from}`, () => resend(createEmailAddress(), from), 200],
    [`unlock|address|${from}`, () => post(server, '/browser/unlock-link', { email: member.email }, { from }), 200],
    [`sign-in|address|${from}`, () => logIn(member, from), 200],
    [
      `link-password|address|${from}`,
      () => post(server, `/email/verify/${link.id}/${link.hash}`, { ...link, password }, { from }),
      200,
    ],
    [`reset|address|${from}`, () => post(server, '/password/reset', badLink, { from }), 422],
    ['email-change|address|127.0.0.1', () => postForm(server, '/user/profile', profile, member.headers), 200],
  ]
  for (const [key] of calls) await fillLimit(server, key, 600)
  const answers = await Promise.all(
    calls.map(async ([key, call, status]) => {
      const slow = await isSlow(async () => expect([key, (await call()).status]).toEqual([key, status]))
      return [key, slow]
    }),
  )
  expect(answers).toEqual(calls.map(([key]) => [key, true]))
})

test('D-21 far above the limit attempts at one account get a 429, leave room for another member, and end with their senders', async () => {
  const key = 'sign-in|address|127.0.0.1'
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const [attacked, member] = [await createMember(server.deps), await createMember(server.deps)]
  const send = (payload: object, signal?: AbortSignal) => {
    const headers = { 'content-type': 'application/json' }
    return fetch(`${url}/api/login`, { method: 'POST', headers, body: JSON.stringify(payload), signal: signal ?? null })
  }
  // From here on each attempt waits for 3 seconds, one after the other.
  await fillLimit(server, key, 600)
  const senders = new AbortController()
  const guesses = [1, 2, 3, 4].map(() => send({ email: attacked.email, password: 'wrong' }, senders.signal))
  const refused = await Promise.any(guesses)
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 9])
  const login = send(member)
  await expect.poll(() => hitsOf(key)).toBe(604)
  senders.abort()
  await Promise.allSettled(guesses)
  expect((await login).status).toBe(200)
  // The aborted attempts and the right password are refunded.
  await expect.poll(() => hitsOf(key)).toBe(600)
})

test('D-20 a logged-in member can resend their link without using up a shared client address', async () => {
  const from = '10.77.0.3'
  const { email, headers } = await createSignedInMember(server.deps, { verified: false })
  await fillLimit(server, `resend|address|${from}`, 600)
  expect((await resend(email, from, headers)).status).toBe(200)
  expect(await hitsOf(`resend|address|${from}`)).toBe(600)
})

import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createSignedInMember, type SignedInMember } from '../../../../tests/support/api/accounts.ts'
import { catchMail, get, post, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import {
  isSignedIn,
  openLink,
  registerAs,
  registerTwice,
  sendAndReadLink,
} from '../../../../tests/support/api/registrations.ts'
import { nextClientAddress } from '../../../../tests/support/api/unlocks.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { accountsCleanUp } from '../clean-up.ts'

const server = serverForTests()
beforeAll(() => void catchMail(server))

const MINUTES = 60_000
const PASSWORD = 'Teh-tarik-7'
const NEW = 'Milo-ais-kaw-3'

const login = (email: string, password: string) => post(server, '/login', { email, password })
const createEmailAddress = () => `often-${randomUUID()}@campus.edu.my`
/** Registers an address once more. */
const registerMore = (email: string, from = nextClientAddress()) =>
  registerAs(server, { name: 'Nurul', email, password: PASSWORD }, from)
/** A stored registration of an address from a client address. */
async function storeRegistration(email: string, from = nextClientAddress(), given = {}) {
  const stored = await createSignedInMember(server.deps, { email, verified: false, ...given })
  await server.sql('UPDATE users SET registered_from = $2 WHERE id = $1', [stored.id, from])
  return stored
}
const idsOf = async (email: string, where = '') =>
  (await server.sql(`SELECT id FROM users WHERE email_key = $1 ${where}`, [email])).rows.map(({ id }) => id)
async function cleanUp(): Promise<void> {
  for (const part of Object.values(accountsCleanUp(server.deps))) await part()
}

test('D-20 registering an address again neither replaces nor voids the earlier one; opening a link keeps its registration alone', async () => {
  const email = createEmailAddress()
  const [victim, attacker] = [await registerMore(email), await registerMore(email)]
  expect(attacker.id).not.toBe(victim.id)
  for (const { id, name, headers } of [victim, attacker])
    expect((await get(server, '/user', headers)).body.data).toMatchObject({ id, name, email, email_verified_at: null })
  const [first, second] = [await sendAndReadLink(server, victim.id), await sendAndReadLink(server, attacker.id)]
  expect(first.hash).not.toBe(second.hash)
  const opened = await openLink(server, first, {}, victim.headers)
  expect(opened).toMatchObject({ status: 200, body: { user: { id: victim.id } } })
  expect([await isSignedIn(server, victim.headers), await isSignedIn(server, attacker.headers)]).toEqual([true, false])
  expect((await login(email, PASSWORD)).body.user).toMatchObject({ id: victim.id })
  await expect(registerMore(email)).rejects.toThrow(texts.emailTaken)
  // The database itself allows only one verified account for an address.
  const other = await createSignedInMember(server.deps, { verified: false })
  const twice = 'UPDATE users SET email_verified_at = now(), email_key = $2 WHERE id = $1'
  await expect(server.sql(twice, [other.id, email])).rejects.toThrow('users_verified_email_key')
})

test('D-20 five registrations of an address are stored; a sixth replaces the oldest from the client address with the most', async () => {
  const email = createEmailAddress()
  const kept: Pick<SignedInMember, 'headers'>[] = []
  const store = async (place: number) => kept.push(await storeRegistration(email, `10.22.0.${place}`))
  const add = async (place: number) => kept.push(await registerMore(email, `10.22.0.${place}`))
  /** The positions of the registrations that are left. */
  const alive = async () => {
    const answers = await Promise.all(kept.map(({ headers }) => isSignedIn(server, headers)))
    return answers.flatMap((isAlive, at) => (isAlive ? [at] : []))
  }
  for (const place of [1, 2, 3, 2, 3]) await store(place)
  // Addresses 2 and 3 have two each: the oldest of the caller's address is replaced.
  await add(3)
  expect(await alive()).toEqual([0, 1, 3, 4, 5])
  // The caller has none: the oldest of address 3, which came later, is replaced.
  await add(4)
  expect(await alive()).toEqual([0, 1, 3, 5, 6])
  // All have one: the address that came last loses its own, and the first registration stays.
  await server.sql("UPDATE users SET registered_from = '10.22.0.' || id WHERE email_key = $1", [email])
  await add(1)
  expect(await alive()).toEqual([0, 1, 3, 5, 7])
})

test('D-20 the link of a replaced registration verifies the address with a new password for 60 minutes, then the registration is deleted', async () => {
  const replaced = []
  for (const email of [createEmailAddress(), createEmailAddress()]) {
    for (let other = 0; other < 4; other += 1) await storeRegistration(email)
    const own = await storeRegistration(email, nextClientAddress(), { name: 'Owner', password: 'Own-word-88' })
    replaced.push({ ...own, link: await sendAndReadLink(server, own.id) })
    await registerMore(email)
    expect(await isSignedIn(server, own.headers)).toBe(false)
  }
  const [{ link, email, password }, late] = replaced as [(typeof replaced)[0], (typeof replaced)[0]]
  expect((await openLink(server, link, { password })).body.errors).toEqual({
    password: [texts.verificationPasswordWrong],
  })
  const taken = await openLink(server, link, { new_password: NEW })
  expect(taken).toMatchObject({ status: 200, body: { token: expect.any(String), user: { name: 'Owner', email } } })
  expect([(await login(email, NEW)).status, (await login(email, PASSWORD)).status]).toEqual([200, 422])

  await cleanUp()
  expect(await idsOf(late.email)).toContain(late.id)
  server.travel(61 * MINUTES)
  expect((await openLink(server, late.link, { new_password: NEW })).body.message).toBe(texts.linkInvalid)
  await cleanUp()
  const left = await idsOf(late.email)
  expect([left.includes(late.id), left.length]).toEqual([false, 5])
})

test('D-20 D-24 a resend mails the link of the caller’s own registration, else of the newest', async () => {
  const { email, victim, attacker } = await registerTwice(server)
  await takeWaitingMail(server)
  for (const [headers, id] of [
    [victim.headers, victim.id],
    [{}, attacker.id],
  ] as const) {
    expect((await post(server, '/email/verification-notification', { email }, { headers })).status).toBe(200)
    expect(await takeWaitingMail(server)).toMatchObject([{ kind: 'verification', id }])
  }
})

test('D-20 simultaneous registrations of one address leave five, each with its own session', async () => {
  const email = createEmailAddress()
  for (let stored = 0; stored < 3; stored += 1) await storeRegistration(email)
  const all = await Promise.all([1, 2, 3, 4].map(() => registerMore(email)))
  expect(new Set(all.map(({ id }) => id)).size).toBe(4)
  expect(await idsOf(email, 'AND retired_at IS NULL')).toHaveLength(5)
})

test('D-20 a link opened while the address is registered again leaves one verified account and no other session', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { email, victim } = await registerTwice(server)
    const link = await sendAndReadLink(server, victim.id)
    server.travel(MINUTES + 1000)
    const third = { name: 'Third', email, password: NEW, password_confirmation: NEW }
    const [opened, late] = await Promise.all([
      openLink(server, link, { password: victim.password }),
      post(server, '/register', third, { from: '10.27.0.1' }),
    ])
    expect(opened.body.user).toMatchObject({ id: victim.id })
    expect(late.body.token === undefined || !(await isSignedIn(server, late.body.token))).toBe(true)
    expect(await idsOf(email, 'AND retired_at IS NULL')).toEqual([victim.id])
  }
})

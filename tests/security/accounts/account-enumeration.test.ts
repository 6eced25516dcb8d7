import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { full, printFigures } from '../../stress/profile.ts'
import { createMember, createOperator } from '../../support/api/accounts.ts'
import { createOwner } from '../../support/api/counters.ts'
import { postUnlockLink } from '../../support/api/unlocks.ts'
import type { TestApp } from '../../support/server/app.ts'
import { startAccountsServer } from './environment.ts'
import { loginForms } from './login-forms.ts'

const WRONG = 'Wrong-pass-1'
const ROUNDS = 300
/** How much better than a coin toss one may guess from the response time. With 300 rounds, chance stays below this. */
const MAX_ADVANTAGE = 0.1

const seen = vi.hoisted(() => ({ costs: [] as string[], hasty: false }))
vi.mock('argon2', async (load) => {
  const real = await load<{ verify: (stored: string, given: string) => Promise<boolean> }>()
  const verify = (stored: string, given: string) => {
    seen.costs.push(/^\$argon2id\$v=\d+\$[^$]+/.exec(stored)?.[0].split(',').sort().join() ?? 'another kind')
    return real.verify(stored, given)
  }
  return { ...real, verify }
})
vi.mock('../../../server/platform/security/passwords.ts', async (load) => {
  const real = await load<typeof import('../../../server/platform/security/passwords.ts')>()
  const verifyPassword: typeof real.verifyPassword = (stored, given, address) =>
    seen.hasty && stored === undefined ? Promise.resolve(false) : real.verifyPassword(stored, given, address)
  return { ...real, verifyPassword }
})

let server: TestApp
const asked: string[] = []
/** The check of the shared connection, which is sent from time to time. */
const PROBE = 'SELECT 1'

beforeAll(async () => {
  server = await startAccountsServer()
  const { pool } = server.deps.db
  const connection = await pool.connect()
  connection.release()
  // Transactions use a connection of their own.
  for (const asker of [pool, Object.getPrototypeOf(connection)]) recordStatements(asker)
})
afterAll(() => server?.close())

function recordStatements(asker: { query: (...given: unknown[]) => unknown }) {
  const { query } = asker
  const noted = function (this: object, statement: string | { text: string }, ...more: unknown[]) {
    const text = typeof statement === 'string' ? statement : statement.text
    if (text !== PROBE) asked.push(text)
    return Reflect.apply(query, this, [statement, ...more])
  }
  Object.assign(asker, { query: noted })
}

let addresses = 0
/** An address without earlier attempts; the windows of all earlier attempts have ended. */
function newAddress() {
  addresses += 1
  server.travel(3_600_001)
  return `10.${1 + Math.floor(addresses / 62_500)}.${Math.floor(addresses / 250) % 250}.${addresses % 250}`
}

const peopleOf = {
  members: async () => ({
    'wrong password': (await createMember(server.deps)).email,
    'unknown address': `nobody-${randomUUID()}@campus.edu.my`,
    'no address of the college': `nobody-${randomUUID()}@elsewhere.example`,
    'suspended member': (await createMember(server.deps, { suspended: true })).email,
    'unverified member': (await createMember(server.deps, { verified: false })).email,
  }),
  operators: async () => ({
    'wrong password': (await createOperator(server.deps)).email,
    'unknown address': `nobody-${randomUUID()}@office.example`,
    'address of a member': (await createMember(server.deps)).email,
  }),
  owners: async () => ({
    'wrong password': (await createOwner(server.deps)).email,
    'unknown address': `nobody-${randomUUID()}@warung.example`,
    'address of a member': (await createMember(server.deps)).email,
    'owner without a password': await createInvitedOwner(),
  }),
}

async function createInvitedOwner(): Promise<string> {
  const { id, email } = await createOwner(server.deps)
  await server.deps.db.pool.query({ text: 'UPDATE owners SET password_hash = NULL WHERE id = $1', values: [id] })
  return email
}
type Where = keyof typeof peopleOf

/** The response to a wrong password, the hash comparisons made for it, and the SQL statements sent. */
async function recordWork(where: Where, email: string) {
  seen.costs.length = 0
  asked.length = 0
  const { status, body } = await loginForms[where].attempt(server, { email, password: WRONG, from: newAddress() })
  return { status, body, costs: seen.costs.join(), asked: asked.join('\n') }
}

test.each(['members', 'operators', 'owners'] as const)(
  'D-21 D-06 a wrong password of %s gets the same response after the same work for every kind of address',
  async (where) => {
    const people = Object.entries(await peopleOf[where]())
    const works = []
    for (const [, email] of people) works.push(await recordWork(where, email))
    for (const work of works) expect(work).toEqual(works[0])
    expect(works[0]).toMatchObject({ status: 422, costs: '$argon2id$v=19$m=19456,p=1,t=2' })
    printFigures(`Wrong passwords of ${where}`, { 'kinds of people': people.length, 'kinds of work': 1 })
  },
)

test('S-6.03 S-4.03 D-21 only the correct password reveals that an account is suspended', async () => {
  const { email, password } = await createMember(server.deps, { suspended: true })
  const attempt = (given: string) => loginForms.members.attempt(server, { email, password: given, from: newAddress() })
  for (const near of [WRONG, `${password} `, password.toUpperCase(), password.slice(1), `${password}\0`]) {
    expect([near, (await attempt(near)).body]).toEqual([near, expect.stringContaining(texts.wrongCredentials)])
  }
  const right = await attempt(password)
  expect([right.status, JSON.parse(right.body)]).toEqual([403, { message: texts.suspended, errors: {} }])
})

test('D-21 injected fault: the test notices a server that compares nothing for an unknown address', async () => {
  seen.hasty = true
  const unknown = await recordWork('members', `nobody-${randomUUID()}@campus.edu.my`)
  seen.hasty = false
  expect(unknown.costs).toBe('')
  expect(await recordWork('members', (await createMember(server.deps)).email)).not.toEqual(unknown)
})

/** Requests an unlock link; returns the response and the SQL statements sent. */
async function requestUnlock(email: string) {
  asked.length = 0
  const { status, body, set } = await postUnlockLink(server, email, { from: newAddress() })
  return { status, body, set: set.replace(/[\w-]{43}/, 'TOKEN'), asked: asked.join('\n') }
}

test('D-21 D-24 requesting an unlock link gets the same response after the same work for every kind of address', async () => {
  const people = Object.values(await peopleOf.members())
  const works = []
  for (const email of people) works.push(await requestUnlock(email))
  for (const work of works) expect(work).toEqual(works[0])
  expect(works[0]).toMatchObject({ status: 200, asked: expect.stringContaining('INSERT INTO browser_unlocks') })
  printFigures('Askings for a link that unlocks a browser', { 'kinds of people': people.length, 'kinds of work': 1 })
})

/** Times attempts of two kinds in turn; returns how well the response time tells them apart. */
async function measureAdvantage(
  attempt: (email: string, from: string) => Promise<unknown>,
  one: string,
  other: string,
) {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    const [email, of] = round % 2 === (round >> 1) % 2 ? [one, times[0]] : [other, times[1]]
    const from = newAddress()
    const before = performance.now()
    await attempt(email, from)
    of.push(performance.now() - before)
  }
  return timeAdvantage(...times)
}

const wrongPassword = (where: Where) => (email: string, from: string) =>
  loginForms[where].attempt(server, { email, password: WRONG, from })

test.runIf(full).each(['members', 'operators', 'owners'] as const)(
  'D-21 the response time does not tell an address of %s from an unknown one',
  async (where) => {
    const people = await peopleOf[where]()
    const { 'wrong password': known, ...others } = people
    for (const [kind, email] of Object.entries(others)) {
      const advantage = await measureAdvantage(wrongPassword(where), known, email)
      printFigures(`Time of a wrong password of ${where}, known against ${kind}`, {
        rounds: ROUNDS,
        'better than chance by': advantage.toFixed(3),
      })
      expect(Math.abs(advantage)).toBeLessThan(MAX_ADVANTAGE)
    }
  },
)

test.runIf(full)('D-24 the response time of an unlock request does not reveal an address', async () => {
  const ask = (email: string, from: string) => postUnlockLink(server, email, { from })
  const { 'wrong password': known, ...others } = await peopleOf.members()
  for (const [kind, email] of Object.entries(others)) {
    const advantage = await measureAdvantage(ask, known, email)
    printFigures(`Time of asking to unlock, known against ${kind}`, {
      rounds: ROUNDS,
      'better than chance by': advantage.toFixed(3),
    })
    expect(Math.abs(advantage)).toBeLessThan(MAX_ADVANTAGE)
  }
})

test.runIf(full)(
  'D-21 injected fault: the response time reveals a server that answers unknown addresses faster',
  async () => {
    const { 'wrong password': known, 'unknown address': unknown } = await peopleOf.members()
    seen.hasty = true
    const advantage = await measureAdvantage(wrongPassword('members'), known, unknown)
    seen.hasty = false
    expect(advantage).toBeGreaterThan(MAX_ADVANTAGE)
  },
)

/**
 * How much better than a coin toss the time alone identifies the slower of two kinds (from -0.5 to 0.5): the
 * probability of superiority of Mann and Whitney. It depends only on the order of the times, so that neither a slow
 * machine nor single long pauses change it.
 */
function timeAdvantage(one: number[], other: number[]): number {
  const wins = one.reduce((sum, time) => sum + other.filter((against) => time > against).length, 0)
  const ties = one.reduce((sum, time) => sum + other.filter((against) => time === against).length, 0)
  return (wins + ties / 2) / (one.length * other.length) - 0.5
}

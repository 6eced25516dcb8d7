import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as passwords from '../../../server/platform/security/passwords.ts'
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
/** The check of the connection for look-ups, which is sent from time to time. */
const PROBE = 'SHOW transaction_read_only'

/** The cost of each comparison with a hash. */
const costs = vi.hoisted(() => [] as string[])
vi.mock('argon2', async (load) => {
  const real = await load<{ verify: (stored: string, given: string) => Promise<boolean> }>()
  const verify = (stored: string, given: string) => {
    costs.push(/^\$argon2id\$v=\d+\$[^$]+/.exec(stored)?.[0].split(',').sort().join() ?? 'another kind')
    return real.verify(stored, given)
  }
  return { ...real, verify }
})

let server: TestApp
const statements: string[] = []
beforeAll(async () => {
  server = await startAccountsServer()
  const { pool } = server.deps.db
  const connection = await pool.connect()
  connection.release()
  // Transactions use a connection of their own.
  for (const sender of [pool, Object.getPrototypeOf(connection)]) recordStatements(sender)
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => server?.close())

function recordStatements(sender: { query: (...given: unknown[]) => unknown }) {
  const { query } = sender
  const recorded = function (this: object, statement: string | { text: string }, ...more: unknown[]) {
    const text = typeof statement === 'string' ? statement : statement.text
    if (text !== PROBE) statements.push(text)
    return Reflect.apply(query, this, [statement, ...more])
  }
  Object.assign(sender, { query: recorded })
}

let addresses = 0
/** An address without earlier attempts; the windows of all earlier attempts have ended. */
function newAddress() {
  addresses += 1
  server.travel(3_600_001)
  return `10.1.${Math.floor(addresses / 250)}.${addresses % 250}`
}

const nobodyAt = (host: string) => `nobody-${randomUUID()}@${host}`
async function ownerWithoutPassword() {
  const { id, email } = await createOwner(server.deps)
  await server.sql('UPDATE staff SET counter_password_hash = NULL WHERE id = $1', [id])
  return { email }
}

/** A known address first, then all the others that must look like it. */
const people = {
  members: async () => [
    await createMember(server.deps),
    { email: nobodyAt('campus.edu.my') },
    { email: nobodyAt('elsewhere.example') },
    await createMember(server.deps, { suspended: true }),
    await createMember(server.deps, { verified: false }),
  ],
  operators: async () => [
    await createOperator(server.deps),
    { email: nobodyAt('office.example') },
    await createMember(server.deps),
  ],
  owners: async () => [
    await createOwner(server.deps),
    { email: nobodyAt('warung.example') },
    await createMember(server.deps),
    await ownerWithoutPassword(),
  ],
}

const wrongPasswordOf = (kind: keyof typeof people) => ({
  what: `a wrong password of ${kind}`,
  accounts: people[kind],
  send: async (email: string, from: string) => {
    const { status, body } = await loginForms[kind].attempt(server, { email, password: WRONG, from })
    return { status, body }
  },
  work: { answer: { status: 422 }, costs: '$argon2id$v=19$m=19456,p=1,t=2' },
})
const unlock = {
  what: 'a request for an unlock link',
  accounts: people.members,
  send: async (email: string, from: string) => {
    const { status, body, set } = await postUnlockLink(server, email, { from })
    return { status, body: { ...body, set: set.replace(/[\w-]{43}/, 'TOKEN') } }
  },
  work: { answer: { status: 200 }, statements: expect.stringContaining('INSERT INTO browser_unlocks') },
}
const requests = [wrongPasswordOf('members'), wrongPasswordOf('operators'), wrongPasswordOf('owners'), unlock]
type Request = Pick<(typeof requests)[number], 'accounts' | 'send'>

/** The response, the comparisons and the statements for each kind of address. */
async function recordWorks({ accounts, send }: Request) {
  const works: object[] = []
  for (const { email } of await accounts()) {
    const from = newAddress()
    costs.length = 0
    statements.length = 0
    const answer = await send(email, from)
    works.push({ answer, costs: costs.join(), statements: statements.join('\n') })
  }
  return works
}

test.each(requests)(
  'D-21 D-06 D-24 $what gets the same response after the same work for every kind of address',
  async ({ work, ...request }) => {
    const [known, ...others] = await recordWorks(request)
    expect(known).toMatchObject(work)
    for (const other of others) expect(other).toEqual(known)
  },
)

/** An injected fault. */
function compareNothingForUnknownAddresses() {
  const { verifyPassword } = passwords
  vi.spyOn(passwords, 'verifyPassword').mockImplementation((stored, ...given) =>
    stored === undefined ? Promise.resolve(false) : verifyPassword(stored, ...given),
  )
}

test('D-21 injected fault: the test notices a server that compares nothing for an unknown address', async () => {
  compareNothingForUnknownAddresses()
  const [known, unknown] = await recordWorks(wrongPasswordOf('members'))
  expect(unknown).not.toEqual(known)
})

test('S-6.03 S-4.03 D-21 only the correct password reveals that an account is suspended', async () => {
  const { email, password } = await createMember(server.deps, { suspended: true })
  const attempt = (given: string) => loginForms.members.attempt(server, { email, password: given, from: newAddress() })
  for (const near of [`${password} `, password.toUpperCase(), password.slice(1), `${password}\0`])
    expect([near, await attempt(near)]).toMatchObject([near, { body: { message: texts.wrongCredentials } }])
  expect(await attempt(password)).toMatchObject({ status: 403, body: { message: texts.suspended } })
})

/** How well the response time tells the first kind of address from each of the others. */
async function measureAdvantages({ what, accounts, send }: Request & { what: string }) {
  const [known, ...others] = (await accounts()).map(({ email }) => email)
  const advantages: number[] = []
  for (const other of others) {
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS * 2; round += 1) {
      const which = round % 2 === (round >> 1) % 2 ? 0 : 1
      const from = newAddress()
      const before = performance.now()
      await send([known, other][which] ?? '', from)
      times[which].push(performance.now() - before)
    }
    const advantage = timeAdvantage(...times)
    printFigures(`Time of ${what}`, { rounds: ROUNDS, 'better than chance by': advantage.toFixed(3) })
    advantages.push(Math.abs(advantage))
  }
  return advantages
}

test.runIf(full).each(requests)(
  'D-21 D-24 the response time of $what does not tell a known address from another one',
  async (request) => {
    expect(Math.max(...(await measureAdvantages(request)))).toBeLessThan(MAX_ADVANTAGE)
  },
)

test.runIf(full)('D-21 injected fault: the test notices a faster response to an unknown address', async () => {
  compareNothingForUnknownAddresses()
  expect(Math.max(...(await measureAdvantages(wrongPasswordOf('members'))))).toBeGreaterThan(MAX_ADVANTAGE)
})

/**
 * How much better than a coin toss the time alone identifies the slower of two kinds (from -0.5 to 0.5): the
 * probability of superiority of Mann and Whitney. It depends only on the order of the times, so that neither a slow
 * machine nor single long pauses change it.
 */
function timeAdvantage(one: number[], other: number[]): number {
  const wins = one.flatMap((time) => other.map((against) => (Math.sign(time - against) + 1) / 2))
  return wins.reduce((sum, win) => sum + win, 0) / wins.length - 0.5
}

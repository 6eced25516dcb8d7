import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { memberSessions } from '../../../server/domains/accounts/accounts.store.ts'
import * as failedAttempts from '../../../server/platform/rate-limits/failed-attempts.ts'
import type { Limit } from '../../../server/platform/rate-limits/rate-limits.ts'
import { full, printFigures } from '../../stress/profile.ts'
import { type Random, seededRandom } from '../../stress/support/seeded-random.ts'
import { createSignedInMember } from '../../support/api/accounts.ts'
import { postForm } from '../../support/api/calls.ts'
import { deleteOwnAccount } from '../../support/api/delete-account.ts'
import type { TestApp } from '../../support/server/app.ts'
import { startAccountsServer } from './environment.ts'
import { loginForms } from './login-forms.ts'

const HOUR = 3_600_000
const AT_ONCE = 20
const short = { hours: 1, rounds: 4 }
const profile = full ? { hours: 10, rounds: 50 } : short

/** The passwords that were compared with a stored hash. */
const compared = vi.hoisted(() => [] as { stored: string; given: string }[])
vi.mock('argon2', async (load) => {
  const real = await load<{ verify: (stored: string, given: string) => Promise<boolean> }>()
  const verify = (stored: string, given: string) => {
    compared.push({ stored, given })
    return real.verify(stored, given)
  }
  return { ...real, verify }
})

let server: TestApp
beforeAll(async () => {
  server = await startAccountsServer()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => server?.close())

/** Spellings that count as the same address, and look-alikes, which are this address or no one's. */
const spellings: ((email: string) => string)[] = [
  (email) => email,
  (email) => email.toUpperCase(),
  (email) => ` \t${email}\n`,
  (email) => email.replace('@', '+guess@'),
  (email) => email.replace('@', '+a+b+C@'),
  (email) => email.replace('@', '+@'),
  (email) => email.replace('m', 'ｍ'),
  (email) => email.replace('@', '＠'),
  (email) => email.replace('@', '\u200b@'),
  (email) => `${email}.`,
]

function newGuess(random: Random, email: string) {
  const byte = () => random.below(250) + 1
  const v4 = `100.${byte()}.${byte()}.${byte()}`
  return {
    email: random.pick(spellings)(email),
    password: `Guess-${random.below(1e9)}`,
    mark: `made-up-mark-${random.below(1e9)}-`.padEnd(43, 'x'),
    from: random.pick([v4, `2001:db8:${byte()}:${byte()}::${byte()}`, `::ffff:${v4}`]),
  }
}

/**
 * Guesses at one account: how many of each hour were compared with its password, and the statuses that they and its owner got, who
 * logs in meanwhile.
 */
async function attack(form: keyof typeof loginForms, { hours, rounds }: typeof profile) {
  const { owner: createOwnerOf, attempt } = loginForms[form]
  const random = seededRandom(`attack ${form}`)
  const owner = { ...(await createOwnerOf(server)), from: '10.1.1.1' }
  // A browser stores what each login gives it.
  let { mark } = await attempt(server, owner)
  const stored = compared.at(-1)?.stored
  const found = { perHour: [] as number[], guesses: new Set<number>(), owner: new Set<number>() }
  for (let hour = 0; hour < hours; hour += 1) {
    compared.length = 0
    for (let round = 0; round < rounds; round += 1) {
      const guesses = Array.from({ length: AT_ONCE }, () => attempt(server, newGuess(random, owner.email)))
      for (const { status } of await Promise.all(guesses)) found.guesses.add(status)
      const login = await attempt(server, { ...owner, mark })
      found.owner.add(login.status)
      mark = login.mark
      server.travel((HOUR * 0.9) / rounds)
    }
    const guessed = compared.filter((one) => one.stored === stored && one.given.startsWith('Guess-'))
    found.perHour.push(guessed.length)
    // Past the end of the window, which began with the first guess of this hour.
    server.travel(HOUR * 0.2)
  }
  return found
}

test.each(['members', 'operators', 'owners'] as const)(
  'D-21 of the guesses at one account of %s only 25 an hour are compared with its password, and its owner can always log in',
  async (form) => {
    const { perHour, guesses, owner } = await attack(form, profile)
    expect(perHour).toEqual(Array(profile.hours).fill(25))
    expect(guesses).toEqual(new Set([422, 429]))
    expect(owner).toEqual(new Set([200]))
    printFigures(`Guesses at one account of ${form}`, { 'each hour': profile.rounds * AT_ONCE, hours: profile.hours })
  },
)

/** Counts attempts under other keys, or not at all where the key is undefined. */
function countUnder(keyFor: (key: string) => string | undefined) {
  const { attemptLimits } = failedAttempts
  vi.spyOn(failedAttempts, 'attemptLimits').mockImplementation((...given) =>
    attemptLimits(...given).flatMap((limit): Limit[] => {
      const key = limit.key.startsWith('sign-in|account|') ? keyFor(limit.key) : limit.key
      return key === undefined ? [] : [{ ...limit, key }]
    }),
  )
}
let spellingsSeen = 0
const countSpelling = (key: string) => {
  spellingsSeen += 1
  return `${key} ${spellingsSeen % 3}`
}
const TOO_MANY = { perHour: [expect.toSatisfy((count: number) => count > 25)] }

test.each([
  ['guesses that are counted only by their source address', () => countUnder(() => undefined), TOO_MANY],
  ['an account whose spellings are counted separately', () => countUnder(countSpelling), TOO_MANY],
  [
    'an owner who is treated as a stranger',
    () => vi.spyOn(memberSessions, 'isTrustedDevice').mockResolvedValue(false),
    { owner: new Set([200, 429]) },
  ],
])('D-21 injected fault: the test notices %s', async (_, inject, found) => {
  inject()
  expect(await attack('members', short)).toMatchObject(found)
})

test('D-21 of the guesses through a stolen session only 25 an hour are compared, in the profile and in account deletion together', async () => {
  const { headers, name } = await createSignedInMember(server.deps)
  compared.length = 0
  const statuses = new Set<number>()
  for (let round = 1; round <= 15; round += 1) {
    const password = `Guess-${round}`
    const move = { name, email: `guess-${round}@student.campus.edu.my`, current_password: password }
    const answers = await Promise.all([
      deleteOwnAccount(server, { headers, password }, `10.44.${round}.1`),
      postForm(server, '/user/profile', move, headers),
    ])
    for (const { status } of answers) statuses.add(status)
    server.travel(60_000)
  }
  expect(compared).toHaveLength(25)
  expect([...statuses].sort()).toEqual([422, 429])
})

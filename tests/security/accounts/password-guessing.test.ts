import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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
const profile = full ? { hours: 10, rounds: 50 } : { hours: 1, rounds: 4 }

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

test.each(['members', 'operators', 'owners'] as const)(
  'D-21 of the guesses at one account of %s only 25 an hour are compared with its password, and its owner can always log in',
  async (form) => {
    const { owner: createOwnerOf, attempt } = loginForms[form]
    const random = seededRandom(`attack ${form}`)
    const owner = { ...(await createOwnerOf(server)), from: '10.1.1.1' }
    // A browser stores what each login gives it.
    let { mark } = await attempt(server, owner)
    const stored = compared.at(-1)?.stored
    for (let hour = 0; hour < profile.hours; hour += 1) {
      compared.length = 0
      const statuses = new Set<number>()
      for (let round = 0; round < profile.rounds; round += 1) {
        const guesses = Array.from({ length: AT_ONCE }, () => attempt(server, newGuess(random, owner.email)))
        for (const { status } of await Promise.all(guesses)) statuses.add(status)
        const login = await attempt(server, { ...owner, mark })
        expect(login.status).toBe(200)
        mark = login.mark
        server.travel((HOUR * 0.9) / profile.rounds)
      }
      const guessed = compared.filter((one) => one.stored === stored && one.given.startsWith('Guess-'))
      expect(guessed).toHaveLength(25)
      expect([...statuses].sort()).toEqual([422, 429])
      // Past the end of the window, which began with the first guess of this hour.
      server.travel(HOUR * 0.2)
    }
    printFigures(`Guesses at one account of ${form}`, { 'each hour': profile.rounds * AT_ONCE, hours: profile.hours })
  },
)

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

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { full, printFigures } from '../../stress/profile.ts'
import { injectCountingFault, injectFault } from '../../stress/support/injected-faults.ts'
import { createSignedInMember } from '../../support/api/accounts.ts'
import { postForm } from '../../support/api/calls.ts'
import { deleteOwnAccount } from '../../support/api/delete-account.ts'
import type { TestApp } from '../../support/server/app.ts'
import { bruteForce, type Comparison } from './brute-force.ts'
import { startAccountsServer } from './environment.ts'
import { loginForms } from './login-forms.ts'

const MAX_PER_HOUR = 25
const [hours, guesses] = full ? [10, 10_000] : [2, 160]

const seen = vi.hoisted(() => ({ compared: [] as Comparison[], now: (): number => 0 }))
vi.mock('argon2', async (load) => {
  const real = await load<{ verify: (stored: string, given: string) => Promise<boolean> }>()
  const verify = (stored: string, given: string) => {
    seen.compared.push({ stored, given, at: seen.now() })
    return real.verify(stored, given)
  }
  return { ...real, verify }
})

let server: TestApp

beforeAll(async () => {
  server = await startAccountsServer()
  seen.now = () => server.deps.now().getTime()
})
afterAll(() => server?.close())

const attack = (form: keyof typeof loginForms, given: { hours: number; guesses: number }) =>
  bruteForce(server, loginForms[form], { ...given, compared: seen.compared })

const isOfAccount = (key: string) => key.startsWith('sign-in|account|')

test.each(['members', 'operators', 'owners'] as const)(
  'D-21 of the guesses at one account of %s only 25 an hour are compared with its password, and its owner can always log in',
  async (form) => {
    const { statuses, rejectedOwner, perHour, ownerLogins, comparedWithNobody, worstHour } = await attack(form, {
      hours,
      guesses,
    })
    const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0)
    printFigures(`Guesses at one account of ${form}`, {
      sent,
      'hours of the clock': hours,
      'compared in each hour': perHour.join(' '),
      'worst 60 minutes': worstHour,
      'compared with no account, for look-alikes': comparedWithNobody,
      rejected: statuses.get(429) ?? 0,
      'logins of the owner': ownerLogins,
      'of them rejected': rejectedOwner.length,
    })
    expect(sent).toBeGreaterThanOrEqual(guesses)
    expect(perHour).toEqual(Array(hours).fill(MAX_PER_HOUR))
    expect([...statuses.keys()].sort()).toEqual([422, 429])
    expect(rejectedOwner).toEqual([])
    expect(comparedWithNobody).toBeGreaterThan(0)
  },
)

test('D-21 of the guesses through a stolen session only 25 an hour are compared, in the profile and in account deletion together', async () => {
  const member = await createSignedInMember(server.deps)
  const begun = seen.compared.length
  const statuses: number[] = []
  for (let round = 1; round <= 20; round += 1) {
    const { headers, name } = member
    const erase = (n: number) =>
      deleteOwnAccount(server, { headers, password: `Guess-${round}-${n}` }, `10.44.${round}.1`)
    const move = {
      name,
      email: `guess-${round}@student.campus.edu.my`,
      current_password: `Guess-${round}-0`,
    }
    const answers = await Promise.all([erase(1), erase(2), postForm(server, '/user/profile', move, headers)])
    statuses.push(...answers.map(({ status }) => status))
    server.travel(60_000)
  }
  expect(seen.compared.slice(begun).filter(({ given }) => given.startsWith('Guess-'))).toHaveLength(MAX_PER_HOUR)
  expect([...new Set(statuses)].sort()).toEqual([422, 429])
})

test('D-21 injected fault: the test notices guesses that are counted only by their source address', async () => {
  const { hits, restore } = injectCountingFault(server.deps.db.pool, (key) => (isOfAccount(key) ? undefined : key))
  const { perHour } = await attack('members', { hours: 1, guesses: 60 })
  restore()
  expect(hits()).toBeGreaterThan(0)
  expect(perHour[0]).toBeGreaterThan(MAX_PER_HOUR)
})

test('D-21 injected fault: the test notices an owner who is treated as a stranger', async () => {
  const { hits, restore } = injectFault(server.deps.db.pool, (statement) =>
    statement.includes('SELECT FROM trusted_devices') ? 0 : undefined,
  )
  const { rejectedOwner } = await attack('members', { hours: 1, guesses: 60 })
  restore()
  expect(hits()).toBeGreaterThan(0)
  expect(rejectedOwner).toContain(429)
})

test('D-21 injected fault: the test notices an account whose spellings are counted separately', async () => {
  let spelling = 0
  const { hits, restore } = injectCountingFault(server.deps.db.pool, (key) => {
    if (!isOfAccount(key)) return key
    spelling += 1
    return `${key} ${spelling % 3}`
  })
  const { perHour } = await attack('members', { hours: 1, guesses: 60 })
  restore()
  expect(hits()).toBeGreaterThan(0)
  expect(perHour[0]).toBeGreaterThan(MAX_PER_HOUR)
})

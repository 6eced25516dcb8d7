import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestApp } from '../../server/testing/app.ts'
import { doors } from './accounts-doors.ts'
import { anAccountsHouse } from './accounts-house.ts'
import { besiege, type Comparison } from './accounts-siege.ts'
import { tellFigures } from './figures.ts'
import { plantLie } from './planted.ts'
import { full } from './profile.ts'

const MOST_AN_HOUR = 25
const [hours, guesses] = full ? [10, 10_000] : [2, 400]

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
  server = await anAccountsHouse()
  seen.now = () => server.deps.now().getTime()
})
afterAll(() => server.close())

const siege = (door: keyof typeof doors, given: { hours: number; guesses: number }) =>
  besiege(server, doors[door], { ...given, compared: seen.compared })

test.each(['members', 'operators'] as const)(
  'D-21 of guesses at one account of %s 25 an hour are compared with its password, and its owner comes in all the while',
  async (door) => {
    const { statuses, shutOut, perHour, ownerCame, atNobody, worstHour } = await siege(door, { hours, guesses })
    const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0)
    tellFigures(`Guesses at one account of ${door}`, {
      sent,
      'hours of the clock': hours,
      'compared in each hour': perHour.join(' '),
      'worst 60 minutes': worstHour,
      'compared with nobody for look-alikes': atNobody,
      refused: statuses.get(429) ?? 0,
      'sign-ins of the owner': ownerCame,
      'of them refused': shutOut.length,
    })
    expect(sent).toBeGreaterThanOrEqual(guesses)
    expect(perHour).toEqual(Array(hours).fill(MOST_AN_HOUR))
    expect([...statuses.keys()].sort()).toEqual([422, 429])
    expect(shutOut).toEqual([])
    expect(atNobody).toBeGreaterThan(0)
  },
)

test('D-21 planted: guesses that are counted by the address they come from alone are noticed', async () => {
  const { struck, mend } = plantLie(server.deps.db.pool, (said, [key]) =>
    said.includes('limits.hit') && String(key).startsWith('sign-in|account|') ? 1 : undefined,
  )
  const { perHour } = await siege('members', { hours: 1, guesses: 60 })
  mend()
  expect(struck()).toBeGreaterThan(0)
  expect(perHour[0]).toBeGreaterThan(MOST_AN_HOUR)
})

test('D-21 planted: an owner who is taken for a stranger is noticed', async () => {
  const { struck, mend } = plantLie(server.deps.db.pool, (said) =>
    said.includes('SELECT FROM device_marks') ? 0 : undefined,
  )
  const { shutOut } = await siege('members', { hours: 1, guesses: 60 })
  mend()
  expect(struck()).toBeGreaterThan(0)
  expect(shutOut).toContain(429)
})

test('D-21 planted: an account whose spellings count apart is noticed', async () => {
  let spelling = 0
  const { query } = server.deps.db.pool
  const apart = (statement: { name?: string; values?: unknown[] }, ...more: unknown[]) => {
    const [key, ...rest] = statement.values ?? []
    const counts = statement.name === 'limits.hit' && String(key).startsWith('sign-in|account|')
    spelling += Number(counts)
    const asked = counts ? { ...statement, values: [`${key} ${spelling % 3}`, ...rest] } : statement
    return Reflect.apply(query, server.deps.db.pool, [asked, ...more])
  }
  Object.assign(server.deps.db.pool, { query: apart })
  const { perHour } = await siege('members', { hours: 1, guesses: 60 })
  Object.assign(server.deps.db.pool, { query })
  expect(spelling).toBeGreaterThan(0)
  expect(perHour[0]).toBeGreaterThan(MOST_AN_HOUR)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deps } from '../server/deps.ts'
import { createMemberSession, createOperatorSession } from '../tests/support/api/accounts.ts'
import { createOwnerSession, createPhone } from '../tests/support/api/counters.ts'
import { type TestApp, testApp } from '../tests/support/server/app.ts'
import { prepareDemo } from './first-start.ts'
import { demoCashier, demoMembers, demoOperators, demoOwner } from './people.ts'

let server: TestApp

beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server?.close())

const startOn = async (HOST: string) => {
  const { config, db, ...others } = server.deps
  const deps: Deps = { ...others, config: { ...config, HOST }, db: { ...db, engine: 'embedded' } }
  return (await prepareDemo(deps))()
}
const kopiTingkatTiga = async () =>
  (await server.deps.db.pool.query("SELECT id FROM merchants WHERE slug = 'kopi-tingkat-tiga'")).rows[0].id
const idOf = async (table: string) =>
  (await server.deps.db.pool.query(`SELECT id FROM ${table} WHERE is_demo ORDER BY id LIMIT 1`)).rows[0].id

test('D-69 sessions made with the public passwords end when other machines can reach the server', async () => {
  await startOn('127.0.0.1')
  const member = await createMemberSession(server.deps, { id: await idOf('users') })
  const operator = {
    ...(await createOperatorSession(server.deps, { id: await idOf('operators') })),
    'sec-fetch-site': 'same-origin',
  }
  const owner = { id: await idOf('owners'), email: '', password: '', merchantId: await kopiTingkatTiga() }
  const ownerSession = await createOwnerSession(server.deps, owner)
  const phone = await createPhone(server.deps, { owner })
  const sessions = [
    { url: '/api/user', headers: member },
    { url: '/api/console/session', headers: operator },
    { url: '/api/counter/owner/session', headers: ownerSession },
    { url: '/api/counter/phone', headers: phone.headers },
  ]
  const statuses = () => Promise.all(sessions.map(async (given) => (await server.app.inject(given)).statusCode))
  const first = await startOn('127.0.0.1')
  expect(first.map(({ who, password }) => [who, password])).toEqual([
    ['Member', demoMembers[0]?.password],
    ...demoOperators.map(({ role, password }) => [role === 'manager' ? 'Manager' : 'Reviewer', password]),
    ['Owner', demoOwner.password],
    ['Cashier', demoCashier.pin],
  ])
  expect(await statuses()).toEqual([200, 200, 200, 200])
  const shown = await startOn('0.0.0.0')
  for (const { who, password } of shown)
    expect([who, password]).toEqual([who, expect.stringMatching(who === 'Cashier' ? /^\d{6}$/ : /^Aa1-/)])
  expect(await statuses()).toEqual([401, 401, 401, 401])
  const again = await startOn('127.0.0.1')
  expect(again.map(({ password }) => password)).toEqual(shown.map(() => undefined))
})

test('D-69 a database with the demo does not start in production', async () => {
  await startOn('127.0.0.1')
  await server.deps.db.pool.query('UPDATE users SET is_demo = false')
  await server.deps.db.pool.query('UPDATE operators SET is_demo = false')
  const { config } = server.deps
  await expect(prepareDemo({ ...server.deps, config: { ...config, production: true } })).rejects.toThrow(
    'this database holds demo accounts',
  )
})

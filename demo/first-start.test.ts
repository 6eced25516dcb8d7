import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deps } from '../server/deps.ts'
import { createMemberSession, createOperatorSession } from '../tests/support/api/accounts.ts'
import { type TestApp, testApp } from '../tests/support/server/app.ts'
import { prepareDemo } from './first-start.ts'

let server: TestApp

beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

const startOn = (HOST: string) => {
  const { config, db, ...others } = server.deps
  const deps: Deps = { ...others, config: { ...config, HOST }, db: { ...db, engine: 'embedded' } }
  return prepareDemo(deps)
}
const idOf = async (table: string) =>
  (await server.deps.db.pool.query(`SELECT id FROM ${table} WHERE is_demo ORDER BY id LIMIT 1`)).rows[0].id

test('D-69 sessions made with the public passwords end when other machines can reach the server', async () => {
  await startOn('127.0.0.1')
  const member = await createMemberSession(server.deps, { id: await idOf('users') })
  const operator = {
    ...(await createOperatorSession(server.deps, { id: await idOf('operators') })),
    'sec-fetch-site': 'same-origin',
  }
  const statuses = async () => [
    (await server.app.inject({ url: '/api/user', headers: member })).statusCode,
    (await server.app.inject({ url: '/api/console/session', headers: operator })).statusCode,
  ]
  await startOn('127.0.0.1')
  expect(await statuses()).toEqual([200, 200])
  const shown = await startOn('0.0.0.0')
  expect(shown.every(({ password }) => password?.startsWith('Aa1-'))).toBe(true)
  expect(await statuses()).toEqual([401, 401])
})

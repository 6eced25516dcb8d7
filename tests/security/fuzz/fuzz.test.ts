import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '../../../server/platform/openapi/calls.ts'
import { full, printFigures, seed } from '../../stress/profile.ts'
import { startFaultyProxy } from '../../stress/support/faulty-proxy.ts'
import { startFuzzServer } from './environment.ts'
import { fuzz, nameOf } from './fuzz.ts'
import { findRawViolation, rawRequests, sendRaw } from './raw-requests.ts'

const count = full ? 1000 : 12

let environment: Awaited<ReturnType<typeof startFuzzServer>>
beforeAll(async () => {
  environment = await startFuzzServer()
})
afterAll(() => environment?.close())

test('any input to any call, by any caller, is answered as the contract says', async () => {
  const { sent, answered, passed, problems } = await fuzz(environment, { seed, count })
  printFigures('API fuzz', { calls: calls.length, requests: sent, 'calls that did their work': answered.length })
  expect(problems).toEqual([])
  expect(passed).toEqual(calls.map(nameOf))
})

test('bytes that are no valid request are rejected or dropped, and the next request is served', async () => {
  const problems: Record<string, string> = {}
  for (const [what, bytes] of Object.entries(rawRequests)) {
    const problem = findRawViolation(await sendRaw(environment.url, bytes))
    if (problem) problems[what] = problem
  }
  printFigures('broken requests', { sent: Object.keys(rawRequests).length })
  expect(problems).toEqual({})
  expect((await fetch(`${environment.url}/readyz`)).status).toBe(200)
})

test.each([
  ['is a server error', { status: 500 }],
  ['shows internal details', { text: '{"message":"Error\\n    at submit (server/x.ts:1:1)","errors":{}}' }],
  ['is an error in another format', { status: 400, text: '{"error":"Bad Request","statusCode":400}' }],
  ['has another status than the contract says', { status: 204 }],
  ['has another body than the contract says', { status: 200, text: '{"data":[{"id":"one"}]}' }],
])('injected fault: the test notices an answer that %s', async (words, fault) => {
  const server = await startFaultyProxy(environment.url, (response) => ({ ...response, ...fault }))
  const { problems } = await fuzz({ ...environment, url: server.url }, { seed, count: 4, only: 'merchants.list' })
  await server.close()
  expect(server.hits()).toBeGreaterThan(0)
  expect(problems.join()).toContain(`merchants.list ${words}`)
})

test('injected fault: the test notices a missing table', async () => {
  await environment.deps.db.pool.query('ALTER TABLE deals RENAME TO hidden')
  const { problems } = await fuzz(environment, { seed, count: 4, only: 'deals.list' })
  await environment.deps.db.pool.query('ALTER TABLE hidden RENAME TO deals')
  expect(problems.join()).toContain('deals.list is a server error')
})

test('injected fault: the test notices a raw answer that is a server error or has another format', () => {
  expect(findRawViolation('HTTP/1.1 500 Internal Server Error\r\n\r\n')).toContain('a server error')
  expect(findRawViolation('HTTP/1.1 431 Too Large\r\n\r\n{"error":"x"}')).toContain('an error in another format')
})

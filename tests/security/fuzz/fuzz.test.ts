import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, calls } from '../../../server/platform/openapi/calls.ts'
import { full, printFigures, seed } from '../../stress/profile.ts'
import { createEnvironment, type Environment } from '../../stress/support/environment.ts'
import { createMember, createMemberSession, createOperator, createOperatorSession } from '../../support/api/accounts.ts'
import { actorsOf } from '../../support/api/actors.ts'
import { createOwner, createOwnerSession } from '../../support/api/counters.ts'
import { createAnnouncement, createDeal, createMerchant } from '../../support/api/merchants.ts'
import { createRandomPhoto } from '../../support/api/submissions.ts'
import { nextClientAddress } from '../../support/api/unlocks.ts'
import type { TestApp } from '../../support/server/app.ts'
import { KNOWN_MEMBER, KNOWN_OPERATOR, rawRequests } from './hostile-values.ts'
import { type Actor, type FuzzRequest, fuzzRequestsFor } from './requests.ts'
import { findRawViolation, findViolation, type WireResponse } from './violations.ts'
import { sendFuzzRequest, sendRaw } from './wire.ts'

const COUNT = full ? 1000 : 12
/** How many calls must do their work at least once, a little fewer than do today. */
const FEWEST_SUCCEEDED = 110
/** Statuses of a request that never reached the work of a call; `send` gives 599 where no answer came. */
const TURNED_AWAY = [401, 403, 429, 599]
const nameOf = ({ group, name }: Call) => `${group}.${name}`

let environment: Environment
let server: TestApp
let url: string
let receiptOwner: { id: number }
beforeAll(async () => {
  environment = await createEnvironment('embedded')
  server = await environment.openApp({ LOG_LEVEL: 'fatal', TRUSTED_PROXIES: '127.0.0.1' })
  url = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const people = actorsOf(server)
  await people.reviewer({ email: KNOWN_OPERATOR })
  const member = await people.member({ email: KNOWN_MEMBER })
  for (let times = 0; times < 4; times += 1) {
    const { id } = await createMerchant(server.deps)
    await createDeal(server.deps, { merchant_id: id })
    await createAnnouncement(server.deps)
    await member.submit(id)
  }
  receiptOwner = member
})
afterAll(async () => {
  await server?.close()
  await environment?.remove()
})

type Headers = Record<string, string>
let members = 0
const newHeaders: Record<Actor, () => Promise<Headers>> = {
  anonymous: async () => ({}),
  // Every second one has sent receipts.
  member: async () => {
    members += 1
    return createMemberSession(server.deps, members % 2 === 1 ? receiptOwner : await createMember(server.deps))
  },
  reviewer: async () => createOperatorSession(server.deps, await createOperator(server.deps)),
  manager: async () => createOperatorSession(server.deps, await createOperator(server.deps, { role: 'manager' })),
  owner: async () => createOwnerSession(server.deps, await createOwner(server.deps)),
  cashier: async () => (await actorsOf(server).counter()).headers,
}
/** One user of each kind, who is replaced once they may have lost their session or used up a limit. */
const current = new Map<Actor, Headers>()

async function headersOf(actor: Actor): Promise<Headers> {
  const own = current.get(actor) ?? (await newHeaders[actor]())
  current.set(actor, own)
  return { ...own, 'sec-fetch-site': 'same-origin' }
}

/** Part of a wrong response, in place of what the server sends. */
type Fault = Partial<WireResponse>

async function send({ endpoint }: Call, shot: FuzzRequest, fault: Fault): Promise<WireResponse> {
  // A new address each time, so that rate limits by address do not interfere.
  const own = { 'x-forwarded-for': nextClientAddress(), ...(await headersOf(shot.actor)) }
  const response = await sendFuzzRequest(url, endpoint, shot, own).catch((error) => ({
    status: 599,
    type: '',
    text: String(error),
  }))
  const { status } = response
  if ([401, 403, 429].includes(status) || (endpoint.method !== 'GET' && status < 300)) current.delete(shot.actor)
  return { ...response, ...fault }
}

/** Sends so many requests to each of the calls and returns what was wrong. */
async function fuzz(asked: readonly Call[], count: number, fault: Fault = {}) {
  const photo = new Uint8Array(await createRandomPhoto())
  const [problems, authorized, succeeded]: [string[], string[], string[]] = [[], [], []]
  for (const [at, call] of asked.entries()) {
    const seen = new Set<number>()
    for (const shot of fuzzRequestsFor(call.endpoint, photo, { seed: seed + at, count })) {
      const response = await send(call, shot, fault)
      seen.add(response.status)
      const problem = findViolation(call.endpoint, response)
      const { actor, input, harm } = shot
      const sent = JSON.stringify({ actor, input, harm }).slice(0, 600)
      if (problem)
        problems.push(`${nameOf(call)} ${problem}: ${response.status} ${response.text.slice(0, 300)} ← ${sent}`)
    }
    if (seen.has(call.endpoint.status ?? 200)) succeeded.push(nameOf(call))
    const isAuthorized = [...seen].some((status) => !TURNED_AWAY.includes(status))
    if (isAuthorized || call.endpoint.access === 'public') authorized.push(nameOf(call))
  }
  return { problems, authorized, succeeded }
}

test('any input to any call, by any caller, is answered as the contract says', async () => {
  const { problems, authorized, succeeded } = await fuzz(calls, COUNT)
  printFigures('API fuzz', { calls: calls.length, each: COUNT, 'calls that did their work': succeeded.length })
  expect(problems).toEqual([])
  expect(authorized).toEqual(calls.map(nameOf))
  expect(succeeded.length).toBeGreaterThanOrEqual(FEWEST_SUCCEEDED)
})

test.each(Object.entries(rawRequests))(
  'bytes that are no valid request are rejected or dropped, and the next request is served: %s',
  async (_, bytes) => {
    expect(findRawViolation(await sendRaw(url, bytes))).toBeUndefined()
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  },
)

const only = (name: string) => calls.filter((call) => nameOf(call) === name)

test.each([
  ['is a server error', { status: 500 }],
  ['shows internal details', { text: '{"message":"Error in server/x.ts:1:1","errors":{}}' }],
  ['shows internal details', { text: '{"message":"Error\\n    at submit (server/x.js:1:1)","errors":{}}' }],
  ['is an error in another format', { status: 400, text: '{"error":"Bad Request","statusCode":400}' }],
  ['has another status than the contract says', { status: 204 }],
  ['has another body than the contract says', { status: 200, text: '{"data":[{"id":"one"}]}' }],
])('injected fault: the test notices an answer that %s: %j', async (words, fault) => {
  const { problems } = await fuzz(only('merchants.list'), 4, fault)
  expect(problems.join()).toContain(`merchants.list ${words}`)
})

test.each(TURNED_AWAY)('injected fault: the test notices a call that only answers %i', async (status) => {
  const { authorized, succeeded } = await fuzz(only('wallet.show'), 4, { status })
  expect([authorized, succeeded]).toEqual([[], []])
})

test('injected fault: the test notices a missing table', async () => {
  await server.sql('ALTER TABLE deals RENAME TO hidden')
  const { problems } = await fuzz(only('deals.list'), 4)
  await server.sql('ALTER TABLE hidden RENAME TO deals')
  expect(problems.join()).toContain('deals.list is a server error')
})

test.each([
  ['is a server error', 'HTTP/1.1 500 Internal Server Error\r\n\r\n'],
  ['is an error in another format', 'HTTP/1.1 431 Too Large\r\n\r\n{"error":"x"}'],
])('injected fault: the test notices a raw answer that %s', (words, response) => {
  expect(findRawViolation(response)).toContain(words)
})

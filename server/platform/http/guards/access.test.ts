import { afterAll, expect, test } from 'vitest'
import { createOperator, createOperatorSession, createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import {
  createOwner,
  createOwnerSession,
  createPhone,
  createWorkingPhone,
} from '../../../../tests/support/api/counters.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { countHashes } from '../../../../tests/support/server/hashes.ts'
import { type Call, calls } from '../../openapi/calls.ts'
import matrix from './access-matrix.json' with { type: 'json' }

const actors = [
  'guest',
  'member',
  'unverified',
  'suspended',
  'reviewer',
  'manager',
  'owner',
  'phone',
  'cashier',
] as const

/** What each of them gets from a call for this kind of caller. */
const answersFor: Record<string, string> = {
  public: 'ok ok ok ok ok ok ok ok ok',
  session: '401 ok ok ok 401 401 401 401 401',
  member: '401 ok 403 403 401 401 401 401 401',
  operator: '401 401 401 401 ok ok 401 401 401',
  reviewer: '401 401 401 401 ok ok 401 401 401',
  manager: '401 401 401 401 403 ok 401 401 401',
  owner: '401 401 401 401 401 401 ok 401 401',
  phone: '401 401 401 401 401 401 401 ok ok',
  cashier: '401 401 401 401 401 401 401 403 ok',
}

const server = serverForTests()
const hashes = countHashes()
afterAll(() => hashes.stop())

const password = 'Kopi-0-kosong'
/** Right in form: nothing in it exists. */
const body = {
  name: 'Nobody',
  email: 'nobody@campus.edu.my',
  password,
  password_confirmation: password,
  current_password: password,
  new_password: password,
  pin: '204826',
  cashier_id: 999_999,
  hash: 'a',
  expires: 1,
  signature: 'a',
}
/** The calls that hashed a password for this input, after an answer other than 401 or 403. */
const hashing = new Set<string>()

type Actor = (typeof actors)[number]
type Headers = Record<string, string>

async function headersOf(actor: Actor): Promise<Headers> {
  const { deps } = server
  if (actor === 'guest') return {}
  if (actor === 'owner') return createOwnerSession(deps, await createOwner(deps))
  if (actor === 'phone') return (await createPhone(deps)).headers
  if (actor === 'cashier') return (await createWorkingPhone(deps)).headers
  if (actor === 'reviewer' || actor === 'manager')
    return createOperatorSession(deps, await createOperator(deps, { role: actor }))
  const standing = { verified: actor !== 'unverified', suspended: actor === 'suspended' }
  return (await createSignedInMember(deps, standing)).headers
}

/** The actors with their sessions. After a change that succeeds, such as a logout, the actor is another one. */
const sessions = new Map<Actor, Headers>()

/** `401` or `403` if the actor has no access, and then without a hash; else `ok`, whatever the call answers. */
async function outcome({ endpoint, group, name }: Call, actor: Actor): Promise<string> {
  const { method } = endpoint
  const url = `/api${endpoint.path.replaceAll(/:\w+/g, '999999')}`
  const session = sessions.get(actor) ?? (await headersOf(actor))
  sessions.set(actor, session)
  const headers = { ...session, 'sec-fetch-site': 'same-origin' }
  const payload = method === 'GET' || endpoint.upload ? {} : { payload: body }
  const before = hashes.taken()
  const { statusCode } = await server.app.inject({ method, url, headers, ...payload })
  if (method !== 'GET' && statusCode < 400) sessions.delete(actor)
  const isRefused = [401, 403].includes(statusCode)
  const answer = isRefused ? String(statusCode) : 'ok'
  if (hashes.taken() === before) return answer
  if (isRefused) return `${answer} after a hash`
  hashing.add(`${group}.${name}`)
  return answer
}

test('D-04 D-50 every call of the contract lets in whom the matrix says', async () => {
  const answered: Record<string, string> = {}
  for (const call of calls) {
    const answers: string[] = []
    for (const actor of actors) answers.push(await outcome(call, actor))
    answered[`${call.endpoint.method} ${call.endpoint.path}`] = answers.join(' ')
  }
  // The matrix is written out a second time on purpose: it does not follow the contract by itself.
  const wanted = Object.entries(matrix).map(([call, who]) => [call, answersFor[who]])
  expect(answered).toEqual(Object.fromEntries(wanted))
})

test('D-21 no other call hashes a password before it knows that what it is about exists', () => {
  expect([...hashing].sort()).toEqual([
    'accounts.login',
    'accounts.register',
    'console/operators.signIn',
    'console/ownAccount.changeOwnPassword',
    'console/ownAccount.startSecondFactor',
    'counter/ownAccount.changeOwnPassword',
    'counter/ownAccount.startSecondFactor',
    'counter/owners.signIn',
    'privacy.deleteAccount',
  ])
})

test('D-66 every route of the API is a call of the contract', () => {
  const declared = calls.map(({ endpoint }) => `${endpoint.method} /api${endpoint.path}`)
  const others = ['GET /api/docs', 'GET /api/docs.css', 'GET /api/openapi.json']
  expect(routes().filter((route) => route.includes(' /api/') && ![...declared, ...others].includes(route))).toEqual([])
  expect(declared.filter((route) => !routes().includes(route))).toEqual([])
})

/** Lists `GET /api/x` for every route from the tree that Fastify prints, four characters a level. */
function routes(): string[] {
  const above: string[] = []
  return server.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', path = '', methods = ''] = /^([│ ]*[├└]── )(\S*)(?: \((.*)\))?$/.exec(line) ?? []
      if (!indent) return []
      const depth = indent.length / 4
      above.splice(depth - 1)
      above.push(path)
      const made = methods.split(', ').filter((method) => method && method !== 'HEAD')
      return made.map((method) => `${method} ${above.join('')}`)
    })
}

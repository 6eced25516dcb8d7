import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMember,
  createMemberSession,
  createOperator,
  createOperatorSession,
} from '../../../../tests/support/api/accounts.ts'
import {
  createOwner,
  createOwnerSession,
  createPhone,
  createWorkingPhone,
} from '../../../../tests/support/api/counters.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'
import { countHashes } from '../../../../tests/support/server/hashes.ts'
import { type Call, calls } from '../../openapi/calls.ts'
import { matrix } from './access-matrix.ts'

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

let server: TestApp
const hashes = countHashes()
beforeAll(async () => {
  server = await testApp()
})
afterAll(async () => {
  hashes.stop()
  await server.close()
})

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

/** A new session for each call, because some calls end their session. */
async function headersOf(actor: (typeof actors)[number]): Promise<Record<string, string>> {
  const { deps } = server
  if (actor === 'guest') return {}
  if (actor === 'owner') return createOwnerSession(deps, await createOwner(deps))
  if (actor === 'phone') return (await createPhone(deps)).headers
  if (actor === 'cashier') return (await createWorkingPhone(deps)).headers
  if (actor === 'reviewer' || actor === 'manager')
    return createOperatorSession(deps, await createOperator(deps, { role: actor }))
  const member = await createMember(deps, { verified: actor !== 'unverified', suspended: actor === 'suspended' })
  return createMemberSession(deps, member)
}

/** `401` or `403` if the actor has no access, and then without a hash; else `ok`, whatever the call answers. */
async function outcome({ endpoint, group, name }: Call, actor: (typeof actors)[number]): Promise<string> {
  const url = `/api${endpoint.path.replaceAll(/:\w+/g, '999999')}`
  const headers = { ...(await headersOf(actor)), 'sec-fetch-site': 'same-origin' }
  const payload = endpoint.method === 'GET' || endpoint.upload ? {} : { payload: body }
  const before = hashes.taken()
  const { statusCode } = await server.app.inject({ method: endpoint.method, url, headers, ...payload })
  const isRefused = [401, 403].includes(statusCode)
  const answer = isRefused ? String(statusCode) : 'ok'
  if (hashes.taken() === before) return answer
  if (isRefused) return `${answer} after a hash`
  hashing.add(`${group}.${name}`)
  return answer
}

test.each(calls.map((call) => [`${call.group}.${call.name}`, call] as const))(
  'D-04 D-50 %s lets in whom the matrix says',
  async (name, call) => {
    const answered: string[] = []
    for (const actor of actors) answered.push(await outcome(call, actor))
    expect(answered.join(' ')).toBe(matrix[name])
  },
)

test('D-21 no other call hashes a password before it knows that what it is about exists', () => {
  expect([...hashing].sort()).toEqual([
    'accounts.login',
    'accounts.register',
    'operators.signIn',
    'ownAccount.changeOwnPassword',
    'ownAccount.startSecondFactor',
    'ownerAccount.changeOwnPassword',
    'ownerAccount.startSecondFactor',
    'owners.signIn',
    'privacy.deleteAccount',
  ])
})

test('D-50 every call of the contract has one row in the access matrix', () => {
  expect(Object.keys(matrix).sort()).toEqual(calls.map(({ group, name }) => `${group}.${name}`).sort())
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

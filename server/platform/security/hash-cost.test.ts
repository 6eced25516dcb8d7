import { texts } from '@stampus/contract/texts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMember, createOperator, createOperatorSession, giveStamps } from '../../../tests/support/api/accounts.ts'
import { post } from '../../../tests/support/api/calls.ts'
import {
  connectCounter,
  createCashier,
  createOwner,
  createOwnerSession,
  OWNER_PASSWORD,
} from '../../../tests/support/api/counters.ts'
import { consolePost } from '../../../tests/support/api/operators.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { countHashes } from '../../../tests/support/server/hashes.ts'
import { verificationLinks } from '../../domains/accounts/links.ts'

const server = serverForTests()

let hashes: ReturnType<typeof countHashes>
beforeEach(() => {
  hashes = countHashes()
})
afterEach(() => hashes.stop())
/** The answer of a call and how many passwords were hashed for it. */
async function costOf<Answer>(call: Promise<Answer>): Promise<[Answer, number]> {
  const before = hashes.taken()
  const answer = await call
  return [answer, hashes.taken() - before]
}

const PIN = '204826'
const password = 'Teh-Tarik-42'

async function connectOwner() {
  const owner = await createOwner(server.deps)
  return { owner, call: connectCounter(server, { headers: await createOwnerSession(server.deps, owner) }) }
}

test('D-21 many new PINs for a cashier who does not exist cost no hash, and another person signs in meanwhile', async () => {
  const { call } = await connectOwner()
  const { email, password: right } = await createMember(server.deps)
  const before = hashes.taken()
  const flood = Array.from({ length: 20 }, () => call('PUT', '/owner/cashiers/999999', { name: 'Aminah', pin: PIN }))
  expect((await post(server, '/login', { email, password: right })).status).toBe(200)
  expect([...new Set((await Promise.all(flood)).map(({ status }) => status))]).toEqual([404])
  expect(hashes.taken() - before).toBe(1)
})

test('D-21 a PIN is hashed only for an own cashier with a free name, and for at most 100 in an hour', async () => {
  const { owner, call } = await connectOwner()
  const other = await createOwner(server.deps)
  const cashier = await createCashier(server.deps, owner)
  await createCashier(server.deps, owner, 'Mei Ling')
  const foreign = await createCashier(server.deps, other)
  const given = { name: 'mei ling', pin: PIN }
  const added = await costOf(call('POST', `/owner/merchants/${owner.merchantId}/cashiers`, given))
  expect(added).toMatchObject([{ status: 422, errors: { name: [texts.cashierTaken] } }, 0])
  const changed = await costOf(call('PUT', `/owner/cashiers/${cashier.id}`, given))
  expect(changed).toMatchObject([{ status: 422, errors: { name: [texts.cashierTaken] } }, 0])
  expect(await costOf(call('PUT', `/owner/cashiers/${foreign.id}`, given))).toMatchObject([{ status: 404 }, 0])

  const until = new Date(server.deps.now().getTime() + 3_600_000)
  await server.deps.db.pool.query({
    text: 'INSERT INTO rate_counters (key, hits, expires_at) VALUES ($1, 99, $2)',
    values: [`cashier-pins|${owner.id}`, until],
  })
  const own = () => costOf(call('PUT', `/owner/cashiers/${cashier.id}`, { name: 'Aminah', pin: PIN }))
  expect(await own()).toMatchObject([{ status: 200 }, 1])
  expect(await own()).toMatchObject([{ status: 429 }, 0])
})

test('D-21 a merchant with all its cashiers costs no hash for another', async () => {
  const { owner, call } = await connectOwner()
  await server.deps.db.pool.query({
    text: `INSERT INTO cashiers (merchant_id, name, name_key, pin_hash, created_at)
      SELECT $1, 'Cashier ' || n, 'cashier ' || n, 'none', $2 FROM generate_series(1, 100) n`,
    values: [owner.merchantId, server.deps.now()],
  })
  const added = call('POST', `/owner/merchants/${owner.merchantId}/cashiers`, { name: 'Aminah', pin: PIN })
  expect(await costOf(added)).toMatchObject([{ status: 409 }, 0])
})

test('D-21 registering costs no hash for an address that is taken or suspended', async () => {
  const register = (email: string) =>
    costOf(post(server, '/register', { name: 'Ali', email, password, password_confirmation: password }))
  const verified = await createMember(server.deps)
  const suspended = await createMember(server.deps, { verified: false, suspended: true })
  const withStamps = await createMember(server.deps, { verified: false })
  await giveStamps(server.deps, withStamps.id)
  expect(await register(verified.email)).toMatchObject([{ status: 422 }, 0])
  expect(await register(suspended.email)).toMatchObject([{ status: 403 }, 0])
  expect(await register(withStamps.email)).toMatchObject([{ status: 422 }, 0])
})

/** Sets a new password with the verification link of an address that nobody has verified. */
async function openLink({ id, email }: { id: number; email: string }) {
  const { deps } = server
  const { rows } = await deps.db.pool.query<{ link_nonce: string }>({
    text: 'SELECT link_nonce FROM users WHERE id = $1',
    values: [id],
  })
  const about = { link_nonce: rows[0]?.link_nonce ?? '', address: email }
  const link = Object.fromEntries(new URL(verificationLinks.make(deps.config, id, about, deps.now())).searchParams)
  return () => post(server, `/email/verify/${link.id}/${link.hash}`, { ...link, new_password: password })
}

test('D-21 a verification link hashes at most five new passwords an hour, and none beside a suspended registration', async () => {
  const member = await createMember(server.deps, { verified: false })
  const open = await openLink(member)
  const before = hashes.taken()
  const answers = await Promise.all(Array.from({ length: 12 }, open))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  expect(hashes.taken() - before).toBe(5)

  const barred = await createMember(server.deps, { verified: false })
  await createMember(server.deps, { verified: false, suspended: true, email: barred.email })
  expect(await costOf((await openLink(barred))())).toMatchObject([{ status: 403 }, 0])
})

test('D-21 what an account cannot change costs no hash: a second factor that is off, and a well-known password', async () => {
  const operator = await createOperator(server.deps)
  const { cookie } = await createOperatorSession(server.deps, operator)
  const { call: owner } = await connectOwner()
  const own = { current_password: operator.password, code: '204826' }
  expect(await costOf(consolePost(server, '/account/recovery-codes', own, cookie))).toMatchObject([{ status: 409 }, 0])
  const common = { current_password: operator.password, password: 'Password123!' }
  expect(await costOf(consolePost(server, '/account/password', common, cookie))).toMatchObject([{ status: 422 }, 0])
  const off = { current_password: OWNER_PASSWORD, code: '204826' }
  expect(await costOf(owner('DELETE', '/owner/account/second-factor', off))).toMatchObject([{ status: 409 }, 0])
})

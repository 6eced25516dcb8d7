import { randomBytes, randomUUID } from 'node:crypto'
import { nameKey } from '@stampus/contract/values/names'
import type { Deps } from '../../../server/deps.ts'
import { PHONE_COOKIE } from '../../../server/domains/counters/phones/phones.service.ts'
import {
  insertCashier,
  insertPhone,
  startWorkOn,
  workKey,
} from '../../../server/domains/counters/phones/phones.store.ts'
import { APPS } from '../../../server/domains/staff/apps.ts'
import { staffSessions } from '../../../server/domains/staff/credentials.store.ts'
import { replaceMerchants } from '../../../server/domains/staff/merchants.store.ts'
import { insertOwner, setPassword } from '../../../server/domains/staff/staff.store.ts'
import { newToken } from '../../../server/platform/security/crypto.ts'
import type { TestApp } from '../server/app.ts'
import { hashOf } from './accounts.ts'
import { type Answered, connect } from './calls.ts'
import { createMerchant } from './merchants.ts'

export const OWNER_PASSWORD = 'Kopi-0-kosong'
export const PIN = '204826'

export type TestOwner = { id: number; email: string; password: string; merchantId: number }

/** An owner of a merchant, by default of a new one, who has set a password. */
export async function createOwner(deps: Deps, given: { merchantId?: number } = {}): Promise<TestOwner> {
  const { pool } = deps.db
  const email = `mak-ros-${randomUUID()}@warung.example`
  const merchantId = given.merchantId ?? (await createMerchant(deps)).id
  const owner = { name: 'Rosnah binti Ali', email, email_key: email, language: 'en' as const, now: deps.now() }
  const id = await insertOwner(pool, owner)
  if (id === undefined) throw new Error('The owner exists')
  await setPassword(pool, 'counter', id, await hashOf(OWNER_PASSWORD))
  await replaceMerchants(pool, 'counter', id, [merchantId])
  return { id, email, password: OWNER_PASSWORD, merchantId }
}

/** The headers of a new session of an owner. */
export async function createOwnerSession(deps: Deps, { id }: { id: number }): Promise<{ cookie: string }> {
  const { token, hash } = newToken()
  await staffSessions.counter.add(deps.db.pool, { tokenHash: hash, ownerId: id, now: deps.now() })
  return { cookie: `${APPS.counter.cookies.session}=${token}` }
}

/** An enrolled phone of an owner's merchant, with the headers of its session. */
export async function createPhone(deps: Deps, given: { owner?: TestOwner } = {}) {
  const owner = given.owner ?? (await createOwner(deps))
  const { token, hash } = newToken()
  const key = randomBytes(32)
  const { merchantId } = owner
  const phone = { merchantId, ownerId: owner.id, name: 'Till 1', tokenHash: hash, key, now: deps.now() }
  const id = await insertPhone(deps.db.pool, phone)
  return { id, owner, merchantId, ownKey: key, key: key as Buffer, headers: { cookie: `${PHONE_COOKIE}=${token}` } }
}

/** A cashier of a merchant with `PIN`. */
export async function createCashier(deps: Deps, { merchantId }: { merchantId: number }, name = 'Aminah') {
  const pinHash = await hashOf(PIN)
  const id = await insertCashier(deps.db.pool, { merchantId, name, nameKey: nameKey(name), pinHash, now: deps.now() })
  return { id, name }
}

/** A phone on which a cashier has entered the PIN, with its key for the hours of that cashier. */
export async function createWorkingPhone(deps: Deps, given: { owner?: TestOwner } = {}) {
  const phone = await createPhone(deps, given)
  const cashier = await createCashier(deps, phone)
  const now = deps.now()
  await startWorkOn(deps.db.pool, { id: phone.id, cashierId: cashier.id, now })
  return { ...phone, cashier, key: workKey(phone.ownKey, now) }
}

type Headers = Record<string, string>
type Given = { headers?: Headers; from?: string }

/** Calls the counter's API as its app does, with these headers of a session. */
export function connectCounter({ app }: TestApp, { headers = {}, from = '127.0.0.1' }: Given = {}) {
  const own = { ...headers, 'sec-fetch-site': 'same-origin' }
  const connected = connect({ app }, { path: '/api/counter', headers: own, from })
  return <Data = unknown>(...given: Parameters<typeof connected>) => connected<Answered<Data>>(...given)
}

/** The cookies that an answer sets, as the next request sends them. */
export function cookiesOf(set: string[]): { cookie: string } {
  return { cookie: set.map((each) => each.split(';')[0]).join('; ') }
}

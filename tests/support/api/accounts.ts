import { randomUUID } from 'node:crypto'
import type { Role } from '@stampus/contract/console/operators'
import { emailKey } from '@stampus/contract/values/emails'
import type { Deps } from '../../../server/deps.ts'
import { memberSessions } from '../../../server/domains/accounts/accounts.store.ts'
import { newNonce } from '../../../server/domains/accounts/links.ts'
import {
  addRegistration,
  verifyRegistration,
} from '../../../server/domains/accounts/registration/registration.store.ts'
import { APPS } from '../../../server/domains/staff/apps.ts'
import { staffSessions } from '../../../server/domains/staff/credentials.store.ts'
import { insertOperator, saveLastSeen } from '../../../server/domains/staff/staff.store.ts'
import { insertStampAdjustment } from '../../../server/domains/wallet/wallet.store.ts'
import { newToken } from '../../../server/platform/security/crypto.ts'
import { hashPassword } from '../../../server/platform/security/passwords.ts'

type AccountDeps = Pick<Deps, 'db' | 'now'>
type MemberOptions = Partial<{ name: string; email: string; password: string; verified: boolean; suspended: boolean }>
type OperatorOptions = Partial<{ name: string; email: string; password: string; role: Role }>

export type TestMember = { id: number; name: string; email: string; password: string }
export type TestOperator = TestMember & { role: Role }

const PASSWORD = 'Kopi-0-kosong'
const hashes = new Map<string, Promise<string>>()

/** A verified, unsuspended member by default. */
export async function createMember(deps: AccountDeps, given: MemberOptions = {}): Promise<TestMember> {
  const { name = 'Aina Rahman', password = PASSWORD } = given
  const email = given.email ?? `member-${randomUUID()}@campus.edu.my`
  const now = deps.now()
  const password_hash = await hashOf(password)
  const account = { name, email, email_key: emailKey(email), password_hash, link_nonce: newNonce(), now }
  const id = await addRegistration(deps.db.pool, { ...account, registered_from: null, language: null })
  if (given.verified ?? true) await verifyRegistration(deps.db.pool, id, 'own', now)
  if (given.suspended) await suspend(deps, id)
  return { id, name, email, password }
}

/** A reviewer by default. */
export async function createOperator(deps: AccountDeps, given: OperatorOptions = {}): Promise<TestOperator> {
  const { name = 'Devi Nair', password = PASSWORD, role = 'reviewer' } = given
  const email = given.email ?? `operator-${randomUUID()}@office.example`
  const password_hash = await hashOf(password)
  const account = { name, email, email_key: emailKey(email), password_hash, role, now: deps.now(), grantedBy: null }
  return { id: required(await insertOperator(deps.db.pool, account)), name, email, password, role }
}

/** The headers of a new session of a member. A suspended member may have one from before. */
export async function createMemberSession(
  deps: AccountDeps,
  { id }: { id: number },
): Promise<{ authorization: string }> {
  const { token, hash } = newToken()
  await memberSessions.add(deps.db.pool, { tokenHash: hash, ownerId: id, now: deps.now() })
  return { authorization: `Bearer ${token}` }
}

export type SignedInMember = TestMember & { headers: { authorization: string } }

/** A member with a new session. */
export async function createSignedInMember(deps: AccountDeps, given: MemberOptions = {}): Promise<SignedInMember> {
  const member = await createMember(deps, given)
  return { ...member, headers: await createMemberSession(deps, member) }
}

/** The headers of a new console session of an operator, who was last seen now. */
export async function createOperatorSession(deps: AccountDeps, { id }: { id: number }): Promise<{ cookie: string }> {
  const { token, hash } = newToken()
  await staffSessions.console.add(deps.db.pool, { tokenHash: hash, ownerId: id, now: deps.now() })
  await saveLastSeen(deps.db.pool, 'console', id, deps.now())
  return { cookie: `${APPS.console.cookies.session}=${token}` }
}

/** Suspends a member as a new operator. */
export async function suspend(deps: AccountDeps, userId: number): Promise<void> {
  const operator = await createOperator(deps)
  await deps.db.pool.query({
    text: "INSERT INTO suspensions (user_id, operator_id, reason, created_at) VALUES ($1, $2, 'Test', $3)",
    values: [userId, operator.id, deps.now()],
  })
}

/** Gives a member 5 stamps, even an unverified one, as managers once could. */
export async function giveStamps(deps: AccountDeps, userId: number, stamps = 5): Promise<void> {
  const { id: operatorId } = await createOperator(deps)
  const given = { userId, operatorId, stamps, reason: 'Test', requestId: randomUUID(), at: deps.now() }
  await insertStampAdjustment(deps.db.pool, given)
}

/** The hash of a password. Hashing is slow and most test accounts share a password, so hashes are cached. */
export function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Nothing was made')
  return value
}

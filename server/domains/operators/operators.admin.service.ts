import type { OperatorCard, OperatorRow as OperatorListRow, Role } from '@stampus/contract/console/operators'
import { texts } from '@stampus/contract/texts'
import type { ActionOf } from '@stampus/contract/values/auditActions'
import { emailKey } from '@stampus/contract/values/emails'
import type pg from 'pg'
import type { Deps } from '../../deps.ts'
import { type AuditValues, changesBetween, countAddresses } from '../../platform/audit/changes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, forbidden, invalid, notFound } from '../../platform/http/http-error.ts'
import { toConsolePage } from '../../platform/http/lists.ts'
import { endSessions } from '../../platform/password-accounts/account-kind.ts'
import { mailPasswordLink } from '../../platform/password-accounts/password-links.service.ts'
import { linkAccountsOf } from '../own-accounts/own-accounts.store.ts'
import { operatorAccounts, operatorSessions } from './operator-accounts.ts'
import {
  findOperatorRow,
  listOperatorRows,
  listOwnAddresses,
  listOwnMerchants,
  type OperatorAdminRow,
  replaceOwnAddresses,
  replaceOwnMerchants,
} from './operators.admin.store.ts'
import {
  insertOperator,
  lockManagersAnd,
  markOperatorRemoved,
  type OperatorRow,
  recordOperatorAudit,
  saveRoleChange,
  updateOperator,
} from './operators.store.ts'

/** A page of the operators who were not removed. */
export async function listOperators({ db, now }: Deps, page: number) {
  const found = await listOperatorRows(db.pool, operatorSessions.liveSince(now()), page)
  return toConsolePage(page, found, presentOperatorRow)
}

/** One operator with their own addresses and merchants. Throws 404. */
export async function findOperatorCard({ db, now }: Deps, id: number): Promise<OperatorCard> {
  const row = await findOperatorRow(db.pool, operatorSessions.liveSince(now()), id)
  if (!row) throw notFound()
  const [addresses, merchants] = [await listOwnAddresses(db.pool, id), await listOwnMerchants(db.pool, id)]
  return { ...presentOperatorRow(row), version: row.version, addresses, merchants }
}

function presentOperatorRow({ version: _, last_seen_at, ...row }: OperatorAdminRow): OperatorListRow {
  return { ...row, last_seen_at: last_seen_at?.toISOString() ?? null }
}

type NewOperatorForm = { managerId: number; name: string; email: string; role: Role; address: string }

/** Adds an operator, mails them the link to a password and returns the id. Throws 422 on `email`, 403, 429. */
export async function addOperator(deps: Deps, form: NewOperatorForm): Promise<number> {
  const { managerId, name, email, role, address } = form
  const at = deps.now()
  const row = { name, email, email_key: emailKey(email), role, password_hash: null, now: at, grantedBy: managerId }
  return inTransaction(deps.db.pool, async (tx) => {
    await lockForManager(tx, { managerId, id: managerId, allowSelf: true })
    const id = await insertOperator(tx, row)
    if (id === undefined) throw invalid('email', texts.operatorTaken)
    const fields = ['name', 'email', 'role']
    const changes = changesBetween({}, { name, role })
    await recordOperatorAudit(tx, { actorId: managerId, action: 'operator.added', operatorId: id, at, fields, changes })
    await mailPasswordLink(tx, deps, operatorAccounts, { id, email, address })
    return id
  })
}

/** What other domains do, in the same transaction, when an operator is removed or is no manager any more. */
export type OperatorHooks = {
  onRemoved(tx: Queryable, operatorId: number, at: Date): Promise<void>
  onDemoted(tx: Queryable, operatorId: number, at: Date): Promise<void>
}

type OperatorForm = {
  managerId: number
  id: number
  version: number
  name: string
  role: Role
  addresses: string[]
  merchant_ids: number[]
}

/**
 * Changes an operator. Throws 404, 409 on a stale version, and 403 if the manager changes their own role or removes one of their
 * own conflicts of interest.
 */
export async function changeOperator(deps: Deps, hooks: OperatorHooks, form: OperatorForm): Promise<void> {
  const { managerId, id, name, role, version } = form
  const at = deps.now()
  const audit = { actorId: managerId, operatorId: id, at }
  await inTransaction(deps.db.pool, async (tx) => {
    const before = await lockForManager(tx, { managerId, id, allowSelf: role === 'manager' })
    if (before.version !== version) throw conflict(texts.operatorChanged)
    if (managerId === id) await requireAllOwnConflicts(tx, form)
    const conflictsBefore = await describeConflicts(tx, id)
    await updateOperator(tx, id, { name, role })
    const addresses = form.addresses.map((email) => ({ email, email_key: emailKey(email) }))
    await linkAccountsOf(tx, { operatorId: id, keptKeys: addresses.map(({ email_key }) => email_key), at })
    await replaceOwnAddresses(tx, id, addresses)
    await replaceOwnMerchants(tx, id, form.merchant_ids)
    const after = { name, ...(await describeConflicts(tx, id)) }
    const changes = countAddresses(changesBetween({ name: before.name, ...conflictsBefore }, after), 'addresses')
    if (changes.length > 0) await recordOperatorAudit(tx, { ...audit, action: 'operator.changed', changes })
    const roleChanges = changesBetween({ role: before.role }, { role })
    if (roleChanges.length === 0) return
    await saveRoleChange(tx, { id, role, was: before.role, by: managerId, at })
    if (role !== 'manager') await hooks.onDemoted(tx, id, at)
    await recordOperatorAudit(tx, { ...audit, action: 'operator.role_changed', changes: roleChanges })
  })
}

/** Throws 403 if managers remove one of their own conflicts of interest, to decide on receipts close to them. */
async function requireAllOwnConflicts(tx: Queryable, { id, addresses, merchant_ids }: OperatorForm): Promise<void> {
  const keys = addresses.map(emailKey)
  const hasAllAddresses = (await listOwnAddresses(tx, id)).every((email) => keys.includes(emailKey(email)))
  const hasAllMerchants = (await listOwnMerchants(tx, id)).every((merchant) => merchant_ids.includes(merchant.id))
  if (!hasAllAddresses || !hasAllMerchants) throw forbidden(texts.ownOperator)
}

/** An operator's own addresses and merchants as the audit log shows them. */
async function describeConflicts(tx: Queryable, id: number): Promise<AuditValues> {
  const merchants = await listOwnMerchants(tx, id)
  return {
    addresses: (await listOwnAddresses(tx, id)).join(', ') || null,
    merchants: merchants.map(({ id: number, name }) => `${name} #${number}`).join(', ') || null,
  }
}

/** The manager who acts, and the operator on whom they act. */
type ManagerAction = { managerId: number; id: number }

/** Mails an operator a new link to a password. Throws 403, 404, 429. */
export async function sendPasswordLink(deps: Deps, given: ManagerAction & { address: string }): Promise<void> {
  await actOnOperator(deps, given, { action: 'operator.link_sent', allowSelf: true }, (tx, { id, email }) =>
    mailPasswordLink(tx, deps, operatorAccounts, { id, email, address: given.address }),
  )
}

/** Ends all sessions of an operator. Throws 403, 404. */
export async function endAllSessions(deps: Deps, given: ManagerAction): Promise<void> {
  await actOnOperator(deps, given, { action: 'operator.sessions_ended', allowSelf: true }, (tx, { id }) =>
    endSessions(tx, operatorAccounts, id),
  )
}

/** Removes the second factor of another operator who has lost it, ends their sessions and mails them. Throws 404, 403. */
export async function resetSecondFactor(deps: Deps, given: ManagerAction): Promise<void> {
  await actOnOperator(deps, given, { action: 'operator.second_factor_reset', allowSelf: false }, async (tx, { id }) => {
    if (!(await operatorAccounts.secondFactors.delete(tx, id))) throw notFound()
    await endSessions(tx, operatorAccounts, id)
    await deps.jobs.enqueueMail(tx, { kind: 'second-factor-reset', id })
  })
}

/** Removes another operator. Their sign-in and their open work end at once; their decisions stay. Throws 404, 403. */
export async function removeOperator(deps: Deps, hooks: OperatorHooks, given: ManagerAction): Promise<void> {
  await actOnOperator(deps, given, { action: 'operator.removed', allowSelf: false }, async (tx, { id }) => {
    const at = deps.now()
    await endSessions(tx, operatorAccounts, id)
    // Added again, the operator has a new list.
    await linkAccountsOf(tx, { operatorId: id, keptKeys: [], at })
    await markOperatorRemoved(tx, id, at)
    await hooks.onRemoved(tx, id, at)
  })
}

type AuditedAction = { action: ActionOf<'operator'>; allowSelf: boolean }
type Work = (tx: pg.PoolClient, operator: OperatorRow) => Promise<void>

async function actOnOperator(
  deps: Deps,
  { managerId, id }: ManagerAction,
  { action, allowSelf }: AuditedAction,
  work: Work,
): Promise<void> {
  await inTransaction(deps.db.pool, async (tx) => {
    const operator = await lockForManager(tx, { managerId, id, allowSelf })
    await work(tx, operator)
    await recordOperatorAudit(tx, { actorId: managerId, action, operatorId: id, at: deps.now() })
  })
}

/**
 * Locks all managers and the operator. Throws 403 if the acting operator is no longer a manager, so the last manager cannot be
 * lost; 403 if they act on their own account and may not; 404.
 */
async function lockForManager(
  tx: Queryable,
  { managerId, id, allowSelf }: ManagerAction & { allowSelf: boolean },
): Promise<OperatorRow> {
  const locked = await lockManagersAnd(tx, id)
  if (!locked.some((manager) => manager.id === managerId && manager.role === 'manager')) throw forbidden()
  const operator = locked.find((row) => row.id === id)
  if (!operator) throw notFound()
  if (!allowSelf && managerId === id) throw forbidden(texts.ownOperator)
  return operator
}

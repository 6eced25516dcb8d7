import type { Role } from '@stampus/contract/console/operators'
import { texts } from '@stampus/contract/texts'
import type { ActionOf } from '@stampus/contract/values/auditActions'
import { emailKey } from '@stampus/contract/values/emails'
import type { Language } from '@stampus/contract/values/languages'
import type pg from 'pg'
import type { Deps } from '../../deps.ts'
import type { Change } from '../../platform/audit/audit.store.ts'
import { type AuditValues, changesBetween, countAddresses } from '../../platform/audit/changes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, forbidden, invalid, notFound, requireFound, requireVersion } from '../../platform/http/http-error.ts'
import { toConsolePage } from '../../platform/http/lists.ts'
import { requireOtherMerchant } from '../conflicts-of-interest/conflicts.service.ts'
import { isAddressOf } from '../conflicts-of-interest/conflicts.store.ts'
import { linkAccountsOf } from '../conflicts-of-interest/own-member-accounts.store.ts'
import { APPS, type App, operatorRole } from './apps.ts'
import {
  deleteCredentials,
  deleteSecondFactor,
  endAllSessions,
  endSessions,
  forgetSecondFactor,
} from './credentials.store.ts'
import { insertOwnerNotices, listOwnMerchants, replaceMerchants } from './merchants.store.ts'
import { requireSecondManager, signatureFields, withSecondManager } from './second-manager.service.ts'
import type { Matter as StaffMatter } from './second-manager.store.ts'
import { mailPasswordLink } from './sign-in/password-links.service.ts'
import {
  findStaffAdminRow,
  listOwnAddresses,
  listStaffRows,
  replaceOwnAddresses,
  type StaffAdminRow,
} from './staff.admin.store.ts'
import * as store from './staff.store.ts'

const presentOperator = <Row extends StaffAdminRow>(row: Row) => ({ ...row, role: operatorRole(row.role) })

export const listOperators = async ({ db, now }: Deps, page: number) =>
  toConsolePage(page, await listStaffRows(db.pool, 'console', { page, now: now() }), presentOperator)

export const listOwners = async ({ db, now }: Deps, filter: { page: number; merchantId: number | undefined }) =>
  toConsolePage(filter.page, await listStaffRows(db.pool, 'counter', { ...filter, now: now() }), (row) => row)

/** Throws 404. */
export const findStaffCard = async ({ db, now }: Deps, app: App, id: number): Promise<StaffAdminRow> =>
  requireFound(await findStaffAdminRow(db.pool, app, id, now()))

export async function findOperatorCard(deps: Deps, id: number) {
  const row = presentOperator(await findStaffCard(deps, 'console', id))
  return { ...row, addresses: await listOwnAddresses(deps.db.pool, id) }
}

type ManagerAction = { managerId: number; id: number }

/** What other domains do, in the same transaction, when an operator is removed or is no manager any more. */
export type OperatorHooks = {
  onRemoved(tx: Queryable, operatorId: number, at: Date): Promise<void>
  onDemoted(tx: Queryable, operatorId: number, at: Date): Promise<void>
}

/** Ends, in the same transaction, what an owner enrolled for merchants other than these, which they hold now. */
export type EndPhones = (tx: Queryable, owner: ManagerAction & { merchantIds: number[]; at: Date }) => Promise<void>

type NewOperatorForm = { managerId: number; name: string; email: string; role: Role; address: string }

/**
 * Adds an operator, mails them the link to a password and returns the id. Throws 422 on `email`, 403, 429. For an owner's
 * address a second manager must add the same: 409.
 */
export async function addOperator(deps: Deps, form: NewOperatorForm): Promise<number> {
  const { managerId, name, email, role, address } = form
  const at = deps.now()
  const row = { name, email, email_key: emailKey(email), role, password_hash: null, now: at, grantedBy: managerId }
  const add = async (tx: pg.PoolClient) => {
    await lockOperatorFor(tx, { managerId, id: managerId, allowSelf: true })
    const id = await store.insertOperator(tx, row)
    if (id === undefined) throw invalid('email', texts.operatorTaken)
    const account = requireFound(await store.findStaff(tx, 'console', id))
    const merchantIds = (await listOwnMerchants(tx, 'counter', id)).map((merchant) => merchant.id).sort((a, b) => a - b)
    const asked = { role, merchants: merchantIds.join(', ') }
    const matter = { kind: 'staff_merchants', asked, merchantIds } as const
    const signed = (await countersign(tx, deps, { managerId, account, ...matter })) ?? []
    const fields = ['name', 'email', 'role', ...signed.map(({ field }) => field)]
    const changes = changesBetween({}, { name, role }).concat(signed)
    await store.recordStaffAudit(tx, 'console', { managerId, action: 'operator.added', id, at, fields, changes })
    await mailPasswordLink(tx, deps, 'console', { id, email, address })
    return id
  }
  return withSecondManager(deps, () => inTransaction(deps.db.pool, add))
}

type OwnerForm = { managerId: number; name: string; language: Language; merchant_ids: number[] }

/** Invites an owner by email and returns the id. Throws 422 on `email` or `merchant_ids`, 403, 409, 429. */
export async function inviteOwner(deps: Deps, form: OwnerForm & { email: string; address: string }): Promise<number> {
  const { managerId, name, email, language, address } = form
  const email_key = emailKey(email)
  const at = deps.now()
  const invite = async (tx: pg.PoolClient) => {
    if (await isAddressOf(tx, managerId, email_key)) throw forbidden(texts.ownerOneself)
    const id = await store.insertOwner(tx, { name, email, email_key, language, now: at })
    if (id === undefined) throw invalid('email', texts.ownerTaken)
    const signed = await saveMerchants(tx, deps, { managerId, id, merchantIds: form.merchant_ids })
    const fields = ['name', 'email', 'merchants', ...signed.map(({ field }) => field)]
    const changes = changesBetween({}, { name, merchants: await describeMerchants(tx, 'counter', id) }).concat(signed)
    await store.recordStaffAudit(tx, 'counter', { managerId, action: 'owner.invited', id, at, fields, changes })
    await mailPasswordLink(tx, deps, 'counter', { id, email, address })
    return id
  }
  return withSecondManager(deps, () => inTransaction(deps.db.pool, invite))
}

type OperatorForm = ManagerAction & {
  version: number
  name: string
  role: Role
  addresses: string[]
  merchant_ids: number[]
}

/** Throws 404, 409 on a stale version, 403 if managers change their own role or drop an own conflict of interest. */
export async function changeOperator(deps: Deps, hooks: OperatorHooks, form: OperatorForm): Promise<void> {
  const { managerId, id, name, role, version } = form
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const before = await lockOperatorFor(tx, { managerId, id, allowSelf: role === 'manager' })
    if (before.version !== version) throw conflict(texts.operatorChanged)
    if (managerId === id) await requireAllOwnConflicts(tx, form)
    const conflictsBefore = await describeConflicts(tx, id)
    await store.updateStaff(tx, id, { name, role })
    const addresses = form.addresses.map((email) => ({ email, email_key: emailKey(email) }))
    await linkAccountsOf(tx, { operatorId: id, keptKeys: addresses.map(({ email_key }) => email_key), at })
    await replaceOwnAddresses(tx, id, addresses)
    await replaceMerchants(tx, 'console', id, form.merchant_ids)
    const after = { name, ...(await describeConflicts(tx, id)) }
    const changes = countAddresses(changesBetween({ name: before.name, ...conflictsBefore }, after), 'addresses')
    if (changes.length > 0)
      await store.recordStaffAudit(tx, 'console', { managerId, action: 'operator.changed', id, at, changes })
    const roleChanges = changesBetween({ role: before.role }, { role })
    if (roleChanges.length === 0) return
    await store.saveRoleChange(tx, { id, role, was: operatorRole(before.role), by: managerId, at })
    if (role !== 'manager') await hooks.onDemoted(tx, id, at)
    const entry = { managerId, action: 'operator.role_changed' as const, id, at, changes: roleChanges }
    await store.recordStaffAudit(tx, 'console', entry)
  })
}

/** Throws 403 if managers remove one of their own conflicts of interest, to decide on receipts close to them. */
async function requireAllOwnConflicts(tx: Queryable, { id, addresses, merchant_ids }: OperatorForm): Promise<void> {
  const keys = addresses.map(emailKey)
  const hasAllAddresses = (await listOwnAddresses(tx, id)).every((email) => keys.includes(emailKey(email)))
  const own = await listOwnMerchants(tx, 'console', id)
  const hasAllMerchants = own.every((merchant) => merchant_ids.includes(merchant.id))
  if (!hasAllAddresses || !hasAllMerchants) throw forbidden(texts.ownOperator)
}

const describeConflicts = async (tx: Queryable, id: number): Promise<AuditValues> => ({
  addresses: (await listOwnAddresses(tx, id)).join(', ') || null,
  merchants: await describeMerchants(tx, 'console', id),
})

async function describeMerchants(tx: Queryable, app: App, id: number): Promise<string | null> {
  const merchants = await listOwnMerchants(tx, app, id)
  return merchants.map(({ id: number, name }) => `${name} #${number}`).join(', ') || null
}

/** Changes an owner. Throws 404, 403, 409 on a stale version, 422 on `merchant_ids`. */
export async function changeOwner(deps: Deps, endPhones: EndPhones, form: OwnerForm & { id: number; version: number }) {
  const { managerId, id, name, language, version, merchant_ids: merchantIds } = form
  const at = deps.now()
  const change = async (tx: pg.PoolClient) => {
    const before = requireVersion(await store.lockStaff(tx, 'counter', id), version, texts.ownerChanged)
    if (await isAddressOf(tx, managerId, before.email_key)) throw forbidden(texts.ownerOneself)
    const merchantsBefore = await describeMerchants(tx, 'counter', id)
    await store.updateStaff(tx, id, { name, language })
    const signed = await saveMerchants(tx, deps, { managerId, id, merchantIds })
    await endPhones(tx, { managerId, id, merchantIds, at })
    const after: AuditValues = { name, language, merchants: await describeMerchants(tx, 'counter', id) }
    const changes = changesBetween({ name: before.name, language: before.language, merchants: merchantsBefore }, after)
    if (changes.length > 0)
      await store.recordStaffAudit(tx, 'counter', {
        managerId,
        action: 'owner.changed',
        id,
        at,
        changes: changes.concat(signed),
      })
  }
  await withSecondManager(deps, () => inTransaction(deps.db.pool, change))
}

/** Mails the other owners. Of an operator, a second manager must ask for new ones too; returns who did. Throws 422. */
async function saveMerchants(
  tx: pg.PoolClient,
  deps: Deps,
  { managerId, id, merchantIds }: ManagerAction & { merchantIds: number[] },
): Promise<Change[]> {
  const before = new Set((await listOwnMerchants(tx, 'counter', id)).map((merchant) => merchant.id))
  await replaceMerchants(tx, 'counter', id, merchantIds)
  const held = await listOwnMerchants(tx, 'counter', id)
  if (held.length < new Set(merchantIds).size) throw invalid('merchant_ids', texts.merchantUnknown)
  const added = held.flatMap((merchant) => (before.has(merchant.id) ? [] : [merchant.id])).sort((a, b) => a - b)
  for (const notice of await insertOwnerNotices(tx, { addedId: id, merchantIds: added, at: deps.now() }))
    await deps.jobs.enqueueMail(tx, { kind: 'owner-added', id: notice })
  const account = added.length > 0 ? await store.findStaff(tx, 'counter', id) : undefined
  const asked = { merchants: added.join(', ') }
  const matter = { kind: 'staff_merchants', asked, merchantIds: added } as const
  return (account && (await countersign(tx, deps, { managerId, account, ...matter }))) ?? []
}

/** Mails an account a new link to a password; an invited one the invitation again. Throws 403, 404, 409, 429. */
export async function sendPasswordLink(deps: Deps, app: App, given: ManagerAction & { address: string }) {
  const action = `${APPS[app].person}.link_sent` as const
  await actOnStaff(deps, app, given, { action, allowSelf: true, kind: 'staff_link' }, (tx, { id, email }) =>
    mailPasswordLink(tx, deps, app, { id, email, address: given.address }),
  )
}

/** Ends all sessions of an account in an app. Throws 403, 404. */
export async function endSessionsOf(deps: Deps, app: App, given: ManagerAction): Promise<void> {
  const action = `${APPS[app].person}.sessions_ended` as const
  await actOnStaff(deps, app, given, { action, allowSelf: true }, (tx, { id }) => endSessions(tx, app, id))
}

/** Removes a second factor that someone else has lost, ends their sessions and mails them. Throws 403, 404, 409. */
export async function resetSecondFactor(deps: Deps, app: App, given: ManagerAction): Promise<void> {
  const { person, mails } = APPS[app]
  const action = `${person}.second_factor_reset` as const
  await actOnStaff(deps, app, given, { action, allowSelf: false, kind: 'staff_second_factor' }, async (tx, { id }) => {
    if (!(await deleteSecondFactor(tx, id))) throw notFound()
    await endAllSessions(tx, id)
    await deps.jobs.enqueueMail(tx, { kind: mails.reset, id })
  })
}

/** Removes another operator. Their sign-in and their open work end at once; their decisions stay. Throws 404, 403. */
export async function removeOperator(deps: Deps, hooks: OperatorHooks, given: ManagerAction): Promise<void> {
  await actOnStaff(deps, 'console', given, { action: 'operator.removed', allowSelf: false }, async (tx, { id }) => {
    const at = deps.now()
    // Added again, the operator has a new list.
    await linkAccountsOf(tx, { operatorId: id, keptKeys: [], at })
    await endAccess(tx, 'console', id, at)
    await hooks.onRemoved(tx, id, at)
  })
}

/** Removes an owner, their sessions and the phones they enrolled. Throws 404, 403. */
export async function removeOwner(deps: Deps, endPhones: EndPhones, given: ManagerAction): Promise<void> {
  await actOnStaff(deps, 'counter', given, { action: 'owner.removed', allowSelf: false }, async (tx, { id }) => {
    const at = deps.now()
    await endPhones(tx, { ...given, merchantIds: [], at })
    await replaceMerchants(tx, 'counter', id, [])
    await endAccess(tx, 'counter', id, at)
  })
}

/** Ends the right to use an app. What belongs to the other one stays. */
async function endAccess(tx: Queryable, app: App, id: number, at: Date): Promise<void> {
  await endSessions(tx, app, id)
  await deleteCredentials(tx, app, id)
  if (!(await store.markRemoved(tx, app, id, at))) await forgetSecondFactor(tx, id)
}

/** `kind`: what a second manager must ask for too, if the account has a role in both apps and is someone else's. */
type AuditedAction = {
  action: ActionOf<'operator' | 'owner'>
  allowSelf: boolean
  kind?: 'staff_link' | 'staff_second_factor'
}

async function actOnStaff(
  deps: Deps,
  app: App,
  { managerId, id }: ManagerAction,
  { action, allowSelf, kind }: AuditedAction,
  work: (tx: pg.PoolClient, account: store.StaffRow) => Promise<void>,
): Promise<void> {
  const act = async (tx: pg.PoolClient) => {
    const account =
      app === 'console'
        ? await lockOperatorFor(tx, { managerId, id, allowSelf })
        : await lockOwnerFor(tx, { managerId, id })
    const matter = kind && managerId !== id && { kind, asked: { app }, merchantIds: [] }
    const changes = matter && (await countersign(tx, deps, { managerId, account, ...matter }))
    await work(tx, account)
    await store.recordStaffAudit(tx, app, { managerId, action, id, at: deps.now(), ...(changes && { changes }) })
  }
  await withSecondManager(deps, () => inTransaction(deps.db.pool, act))
}

type Countersigned = Pick<StaffMatter, 'kind' | 'asked' | 'merchantIds'> & {
  managerId: number
  account: store.StaffRow
}

/**
 * What one manager may not do alone to an account that is both an operator and an owner, because one of its roles could
 * take over the other. Returns who asked first, as the audit log shows it; undefined for an account of one role. To be
 * called inside `withSecondManager`.
 */
async function countersign(tx: Queryable, deps: Deps, given: Countersigned): Promise<Change[] | undefined> {
  const { managerId, account, ...matter } = given
  if (account.role === 'owner' || !account.is_owner) return undefined
  for (const merchantId of matter.merchantIds) await requireOtherMerchant(tx, managerId, merchantId)
  const { id } = account
  const about = { subjectId: id, recordId: id, memberId: null, accountId: id }
  const signatures = await requireSecondManager(tx, deps, { ...matter, ...about, operatorId: managerId })
  return changesBetween({}, signatureFields(signatures))
}

/** An operator too is locked as such, so that only a manager acts on them. Throws 404, 403 for the own address. */
async function lockOwnerFor(tx: Queryable, { managerId, id }: ManagerAction): Promise<store.StaffRow> {
  const found = await store.findStaff(tx, 'counter', id)
  // Managers are locked before the row itself, in the order of their ids.
  if (found && found.role !== 'owner') await lockOperatorFor(tx, { managerId, id, allowSelf: false })
  const owner = requireFound(await store.lockStaff(tx, 'counter', id))
  if (await isAddressOf(tx, managerId, owner.email_key)) throw forbidden(texts.ownerOneself)
  if (owner.role !== found?.role) throw conflict(texts.ownerChanged)
  return owner
}

/** Locks all managers too, so that the last one stays. Throws 403 for no manager any more or the own account, 404. */
async function lockOperatorFor(tx: Queryable, { managerId, id, allowSelf }: ManagerAction & { allowSelf: boolean }) {
  const locked = await store.lockManagersAnd(tx, id)
  if (!locked.some((manager) => manager.id === managerId && manager.role === 'manager')) throw forbidden()
  const operator = locked.find((row) => row.id === id)
  if (!operator) throw notFound()
  if (!allowSelf && managerId === id) throw forbidden(texts.ownOperator)
  return operator
}

import type { OwnerCard, OwnerRow as OwnerListRow } from '@stampus/contract/console/counters/owners'
import { texts } from '@stampus/contract/texts'
import type { ActionOf } from '@stampus/contract/values/auditActions'
import { emailKey } from '@stampus/contract/values/emails'
import type { Language } from '@stampus/contract/values/languages'
import type pg from 'pg'
import type { Deps } from '../../../deps.ts'
import { type AuditValues, changesBetween } from '../../../platform/audit/changes.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { forbidden, invalid, notFound, requireVersion } from '../../../platform/http/http-error.ts'
import { toConsolePage } from '../../../platform/http/lists.ts'
import * as accounts from '../../../platform/password-accounts/account-kind.ts'
import { mailPasswordLink } from '../../../platform/password-accounts/password-links.service.ts'
import { isAddressOf } from '../../own-accounts/ties.store.ts'
import { endPhonesOf } from '../phones/phones.service.ts'
import { phonesUsedAfter } from '../phones/phones.store.ts'
import { ownerAccounts, ownerSessions } from './owner-accounts.ts'
import {
  findOwnerRow,
  insertOwner,
  insertOwnerNotices,
  listCashiersOfOwner,
  listOwnerRows,
  listPhonesOfOwner,
  markOwnerRemoved,
  type OwnerAdminRow,
  replaceMerchants,
  updateOwner,
} from './owners.admin.store.ts'
import { listOwnMerchants, lockOwner, type OwnerRow, recordOwnerAudit } from './owners.store.ts'

/** A page of the owners who were not removed. */
export async function listOwners({ db, now }: Deps, filter: { page: number; merchantId: number | undefined }) {
  const found = await listOwnerRows(db.pool, ownerSessions.liveSince(now()), filter)
  return toConsolePage(filter.page, found, presentRow)
}

/** One owner with the phones and cashiers of their merchants. Throws 404. */
export async function findOwnerCard({ db, now }: Deps, id: number): Promise<OwnerCard> {
  const row = await findOwnerRow(db.pool, ownerSessions.liveSince(now()), id)
  if (!row) throw notFound()
  const phones = await listPhonesOfOwner(db.pool, id, phonesUsedAfter(now()))
  return {
    ...presentRow(row),
    version: row.version,
    language: row.language,
    sessions: row.sessions,
    phones: phones.map(({ created_at, last_used_at, ...phone }) => ({
      ...phone,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
    })),
    cashiers: await listCashiersOfOwner(db.pool, id),
  }
}

function presentRow(row: OwnerAdminRow): OwnerListRow {
  const { id, name, email, merchants, invited, has_second_factor, last_seen_at } = row
  return { id, name, email, merchants, invited, has_second_factor, last_seen_at: last_seen_at?.toISOString() ?? null }
}

type OwnerForm = { operatorId: number; name: string; language: Language; merchant_ids: number[] }

/** Invites an owner by email and returns the id. Throws 422 on `email` or `merchant_ids`, 429. */
export async function inviteOwner(deps: Deps, form: OwnerForm & { email: string; address: string }): Promise<number> {
  const { operatorId, name, email, language, address } = form
  const at = deps.now()
  return inTransaction(deps.db.pool, async (tx) => {
    if (await isAddressOf(tx, operatorId, emailKey(email))) throw forbidden(texts.ownerOneself)
    const id = await insertOwner(tx, { name, email, emailKey: emailKey(email), language, now: at })
    if (id === undefined) throw invalid('email', texts.ownerTaken)
    await saveMerchants(tx, deps, id, form.merchant_ids)
    const fields = ['name', 'email', 'merchants']
    const changes = changesBetween({}, { name, merchants: await describeMerchants(tx, id) })
    await recordOwnerAudit(tx, { operatorId, action: 'owner.invited', ownerId: id, at, fields, changes })
    await mailPasswordLink(tx, deps, ownerAccounts, { id, email, address })
    return id
  })
}

/** Changes an owner. Throws 404, 409 on a stale version, 422 on `merchant_ids`. */
export async function changeOwner(deps: Deps, form: OwnerForm & { id: number; version: number }): Promise<void> {
  const { operatorId, id, name, language, version } = form
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const before = requireVersion(await lockOwner(tx, id), version, texts.ownerChanged)
    if (await isAddressOf(tx, operatorId, before.email_key)) throw forbidden(texts.ownerOneself)
    const merchantsBefore = await describeMerchants(tx, id)
    await updateOwner(tx, id, { name, language })
    await saveMerchants(tx, deps, id, form.merchant_ids)
    await endPhonesOf(tx, { operatorId, ownerId: id, keptMerchants: form.merchant_ids, now: at })
    const after: AuditValues = { name, language, merchants: await describeMerchants(tx, id) }
    const changes = changesBetween({ name: before.name, language: before.language, merchants: merchantsBefore }, after)
    if (changes.length > 0)
      await recordOwnerAudit(tx, { operatorId, action: 'owner.changed', ownerId: id, at, changes })
  })
}

/** Saves which merchants an owner holds. The other owners of those that are new are mailed. Throws 422. */
async function saveMerchants(tx: pg.PoolClient, deps: Deps, id: number, merchantIds: number[]): Promise<void> {
  const before = new Set((await listOwnMerchants(tx, id)).map((merchant) => merchant.id))
  await replaceMerchants(tx, id, merchantIds)
  const held = await listOwnMerchants(tx, id)
  if (held.length < new Set(merchantIds).size) throw invalid('merchant_ids', texts.merchantUnknown)
  const added = held.flatMap((merchant) => (before.has(merchant.id) ? [] : [merchant.id]))
  // The handler of this job is ownersMail in owners.mail.ts.
  for (const notice of await insertOwnerNotices(tx, { addedId: id, merchantIds: added, at: deps.now() }))
    await deps.jobs.enqueueMail(tx, { kind: 'owner-added', id: notice })
}

/** An owner's merchants as the audit log shows them. */
async function describeMerchants(tx: Queryable, id: number): Promise<string | null> {
  const merchants = await listOwnMerchants(tx, id)
  return merchants.map(({ id: number, name }) => `${name} #${number}`).join(', ') || null
}

/** The manager who acts, and the owner on whom they act. */
type ManagerAction = { operatorId: number; id: number }

/** Mails an owner a link to a new password; to an invited one the invitation again. Throws 404, 429. */
export async function sendLink(deps: Deps, given: ManagerAction & { address: string }): Promise<void> {
  await actOnOwner(deps, given, 'owner.link_sent', (tx, { id, email }) =>
    mailPasswordLink(tx, deps, ownerAccounts, { id, email, address: given.address }),
  )
}

/** Ends all sessions of an owner. Throws 404. */
export async function endSessions(deps: Deps, given: ManagerAction): Promise<void> {
  await actOnOwner(deps, given, 'owner.sessions_ended', (tx, { id }) => accounts.endSessions(tx, ownerAccounts, id))
}

/** Removes the second factor of an owner who has lost it, ends their sessions and mails them. Throws 404. */
export async function resetSecondFactor(deps: Deps, given: ManagerAction): Promise<void> {
  await actOnOwner(deps, given, 'owner.second_factor_reset', async (tx, { id }) => {
    if (!(await ownerAccounts.secondFactors.delete(tx, id))) throw notFound()
    await accounts.endSessions(tx, ownerAccounts, id)
    await deps.jobs.enqueueMail(tx, { kind: 'owner-second-factor-reset', id })
  })
}

/** Removes an owner, their sessions and the phones they enrolled. Throws 404. */
export async function removeOwner(deps: Deps, given: ManagerAction): Promise<void> {
  await actOnOwner(deps, given, 'owner.removed', async (tx, { id }) => {
    const now = deps.now()
    await accounts.endSessions(tx, ownerAccounts, id)
    await endPhonesOf(tx, { operatorId: given.operatorId, ownerId: id, keptMerchants: [], now })
    await markOwnerRemoved(tx, id, now)
  })
}

async function actOnOwner(
  deps: Deps,
  { operatorId, id }: ManagerAction,
  action: ActionOf<'owner'>,
  work: (tx: pg.PoolClient, owner: OwnerRow) => Promise<void>,
): Promise<void> {
  await inTransaction(deps.db.pool, async (tx) => {
    const owner = await lockOwner(tx, id)
    if (!owner) throw notFound()
    if (await isAddressOf(tx, operatorId, owner.email_key)) throw forbidden(texts.ownerOneself)
    await work(tx, owner)
    await recordOwnerAudit(tx, { operatorId, action, ownerId: id, at: deps.now() })
  })
}

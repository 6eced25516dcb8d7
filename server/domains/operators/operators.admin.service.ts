import type { OperatorCard, OperatorRow, Role } from '@stampus/contract/console/operators'
import * as texts from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Deps } from '../../deps.ts'
import { type AuditValues, changesBetween, countAddresses } from '../../platform/audit/changes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, forbidden, invalid, notFound } from '../../platform/http/http-error.ts'
import { toConsolePage } from '../../platform/http/lists.ts'
import { noteDone } from './audit.ts'
import {
  listOwnAddresses,
  listOwnMerchants,
  replaceOwnAddresses,
  replaceOwnMerchants,
} from './conflicts-of-interest.store.ts'
import { lockForManager } from './manager-rules.ts'
import { findRosterRow, listRoster, type RosterRow } from './operators.admin.store.ts'
import { addOperatorRow, noteRoleChange, updateOperator } from './operators.store.ts'
import { mailLink } from './sessions/links.service.ts'
import { liveSince } from './sessions/sessions.service.ts'

/** A page of the operators who were not removed. */
export async function listOperators({ db, now }: Deps, page: number) {
  const found = await listRoster(db.pool, liveSince(now()), page)
  return toConsolePage(page, found, presentRow)
}

/** One operator with their own addresses and merchants; 404. */
export async function operatorCard({ db, now }: Deps, id: number): Promise<OperatorCard> {
  const row = await findRosterRow(db.pool, liveSince(now()), id)
  if (!row) throw notFound()
  const [addresses, merchants] = [await listOwnAddresses(db.pool, id), await listOwnMerchants(db.pool, id)]
  return { ...presentRow(row), version: row.version, addresses, merchants }
}

export type Adding = { by: number; name: string; email: string; role: Role; address: string }

/** Adds an operator, who is mailed the link to a password, and answers the id. 422 on `email`, 403, 429. */
export async function addByManager(deps: Deps, { by, name, email, role, address }: Adding): Promise<number> {
  const at = deps.now()
  const row = { name, email, email_key: emailKey(email), role, password_hash: null, now: at, grantedBy: by }
  return inTransaction(deps.db.pool, async (tx) => {
    await lockForManager(tx, by, by, { own: true })
    const id = await addOperatorRow(tx, row)
    if (id === undefined) throw invalid('email', texts.operatorTaken)
    const fields = ['name', 'email', 'role']
    const changes = changesBetween({}, { name, role })
    await noteDone(tx, { by, action: 'operator.added', to: id, at, fields, changes })
    await mailLink(tx, deps, { id, email }, address)
    return id
  })
}

export type Changing = {
  by: number
  id: number
  version: number
  name: string
  role: Role
  addresses: string[]
  merchant_ids: number[]
}

/** Changes an operator. 404, 403 for the caller's own role and for taking own ties away, 409 where somebody else was first. */
export async function changeByManager(deps: Deps, given: Changing): Promise<void> {
  const { by, id, name, role, version } = given
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const before = await lockForManager(tx, by, id, { own: role === 'manager' })
    if (before.version !== version) throw conflict(texts.operatorChanged)
    if (by === id) await requireOwnTies(tx, given)
    const ties = await tiesOf(tx, id)
    await updateOperator(tx, id, { name, role })
    await replaceOwnAddresses(
      tx,
      id,
      given.addresses.map((email) => ({ email, email_key: emailKey(email) })),
    )
    await replaceOwnMerchants(tx, id, given.merchant_ids)
    const between = changesBetween({ name: before.name, ...ties }, { name, ...(await tiesOf(tx, id)) })
    const changes = countAddresses(between, 'addresses')
    if (changes.length > 0) await noteDone(tx, { by, action: 'operator.changed', to: id, at, changes })
    const ofRole = changesBetween({ role: before.role }, { role })
    if (ofRole.length === 0) return
    await noteRoleChange(tx, { id, role, was: before.role, by, at })
    await noteDone(tx, { by, action: 'operator.role_changed', to: id, at, changes: ofRole })
  })
}

/** Refuses a manager who would free themselves to judge what is close to them (D-50). */
async function requireOwnTies(tx: Queryable, { id, addresses, merchant_ids }: Changing): Promise<void> {
  const keys = addresses.map(emailKey)
  const keepsAddresses = (await listOwnAddresses(tx, id)).every((email) => keys.includes(emailKey(email)))
  const keepsMerchants = (await listOwnMerchants(tx, id)).every((merchant) => merchant_ids.includes(merchant.id))
  if (!keepsAddresses || !keepsMerchants) throw forbidden(texts.ownOperator)
}

/** Their own addresses and merchants as the log says them. */
async function tiesOf(tx: Queryable, id: number): Promise<AuditValues> {
  const merchants = await listOwnMerchants(tx, id)
  return {
    addresses: (await listOwnAddresses(tx, id)).join(', ') || null,
    merchants: merchants.map(({ id: number, name }) => `${name} #${number}`).join(', ') || null,
  }
}

function presentRow({ version: _, last_seen_at, ...row }: RosterRow): OperatorRow {
  return { ...row, last_seen_at: last_seen_at?.toISOString() ?? null }
}

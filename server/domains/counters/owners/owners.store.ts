import type { ActionOf } from '@stampus/contract/values/auditActions'
import type { Language } from '@stampus/contract/values/languages'
import { type Change, recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { LiveSince } from '../../../platform/sessions/sessions.store.ts'

/** An owner who was not removed. `password_hash` is null until they have set a password. */
export type OwnerRow = {
  id: number
  name: string
  email: string
  email_key: string
  language: Language
  password_hash: string | null
  version: number
}

const COLUMNS = 'id, name, email, email_key, language, password_hash, version'

export async function findOwnerByKey(db: Queryable, emailKey: string): Promise<OwnerRow | undefined> {
  const { rows } = await db.query<OwnerRow>({
    text: `SELECT ${COLUMNS} FROM owners WHERE email_key = $1 AND removed_at IS NULL`,
    values: [emailKey],
  })
  return rows[0]
}

export async function findOwner(db: Queryable, id: number): Promise<OwnerRow | undefined> {
  const { rows } = await db.query<OwnerRow>({
    text: `SELECT ${COLUMNS} FROM owners WHERE id = $1 AND removed_at IS NULL`,
    values: [id],
  })
  return rows[0]
}

/** Locks an owner's row against changes. */
export async function lockOwner(tx: Queryable, id: number): Promise<OwnerRow | undefined> {
  const { rows } = await tx.query<OwnerRow>({
    text: `SELECT ${COLUMNS} FROM owners WHERE id = $1 AND removed_at IS NULL FOR NO KEY UPDATE`,
    values: [id],
  })
  return rows[0]
}

export async function setOwnerPassword(tx: Queryable, id: number, hash: string): Promise<void> {
  await tx.query({ text: 'UPDATE owners SET password_hash = $2 WHERE id = $1', values: [id, hash] })
}

/** A manager's form from before must not undo the choice, so it counts as a new version. */
export async function saveOwnerLanguage(db: Queryable, id: number, language: Language): Promise<void> {
  await db.query({
    text: 'UPDATE owners SET language = $2, version = version + 1 WHERE id = $1 AND language <> $2',
    values: [id, language],
  })
}

export async function saveOwnerLastSeen(db: Queryable, id: number, now: Date): Promise<void> {
  await db.query({
    name: 'owners.seen',
    text: 'UPDATE owners SET last_seen_at = $2 WHERE id = $1',
    values: [id, now],
  })
}

/** The owner who holds a live session. */
export async function findOwnerSession(
  db: Queryable,
  tokenHash: Buffer,
  { usedAfter, madeAfter }: LiveSince,
): Promise<(Pick<OwnerRow, 'id' | 'name' | 'email' | 'language'> & { last_used_at: Date }) | undefined> {
  const { rows } = await db.query<Pick<OwnerRow, 'id' | 'name' | 'email' | 'language'> & { last_used_at: Date }>({
    name: 'owners.caller',
    text: `SELECT o.id, o.name, o.email, o.language, s.last_used_at
      FROM owner_sessions s JOIN owners o ON o.id = s.owner_id
      WHERE s.token_hash = $1 AND s.last_used_at > $2 AND s.created_at > $3 AND o.removed_at IS NULL`,
    values: [tokenHash, usedAfter, madeAfter],
  })
  return rows[0]
}

/** A merchant that an owner holds. */
export type OwnMerchant = { id: number; name: string }

/** The merchants of an owner, by name. */
export async function listOwnMerchants(db: Queryable, ownerId: number): Promise<OwnMerchant[]> {
  const { rows } = await db.query<OwnMerchant>({
    text: `SELECT m.id, m.name FROM owner_merchants w JOIN merchants m ON m.id = w.merchant_id
      WHERE w.owner_id = $1 ORDER BY m.name_key, m.id`,
    values: [ownerId],
  })
  return rows
}

/** One of the merchants of an owner. */
export async function findOwnMerchant(
  db: Queryable,
  { ownerId, merchantId }: { ownerId: number; merchantId: number },
): Promise<OwnMerchant | undefined> {
  const { rows } = await db.query<OwnMerchant>({
    text: `SELECT m.id, m.name FROM owner_merchants w JOIN merchants m ON m.id = w.merchant_id
      WHERE w.owner_id = $1 AND w.merchant_id = $2`,
    values: [ownerId, merchantId],
  })
  return rows[0]
}

type OwnerAudit = {
  /** The manager who acted on the owner; undefined if it was the owner. */
  operatorId?: number
  action: ActionOf<'owner'>
  ownerId: number
  at: Date
  fields?: string[]
  changes?: Change[]
}

/** Adds an entry about an owner to the audit log. */
export async function recordOwnerAudit(tx: Queryable, entry: OwnerAudit): Promise<void> {
  const { operatorId, action, ownerId, at, changes, fields } = entry
  const changedFields = fields ?? changes?.map(({ field }) => field) ?? []
  const actor = operatorId === undefined ? { operatorId: null, ownerId } : { operatorId }
  const subject = { subjectKind: 'owner', subjectId: ownerId, changedFields, ...(changes && { changes }) }
  await recordAudit(tx, { ...actor, action, ...subject, at })
}

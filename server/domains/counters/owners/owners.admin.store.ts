import type { Language } from '@stampus/contract/values/languages'
import { consolePageClause } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { LiveSince } from '../../../platform/sessions/sessions.store.ts'
import type { OwnMerchant } from './owners.store.ts'

/** An owner as managers see them. */
export type OwnerAdminRow = {
  id: number
  name: string
  email: string
  language: Language
  version: number
  merchants: OwnMerchant[]
  invited: boolean
  has_second_factor: boolean
  last_seen_at: Date | null
  sessions: number
}

const ROW = `SELECT o.id, o.name, o.email, o.language, o.version, o.password_hash IS NULL AS invited, o.last_seen_at,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) ORDER BY m.name_key, m.id)
      FROM owner_merchants w JOIN merchants m ON m.id = w.merchant_id WHERE w.owner_id = o.id), '[]') AS merchants,
    EXISTS (SELECT FROM owner_second_factors f WHERE f.owner_id = o.id AND f.added_at IS NOT NULL) AS has_second_factor,
    (SELECT count(*) FROM owner_sessions s
      WHERE s.owner_id = o.id AND s.last_used_at > $1 AND s.created_at > $2) AS sessions
  FROM owners o WHERE o.removed_at IS NULL`

/** A page of the owners (pages start at 1), optionally of one merchant, and one more row if there is a next page. */
export async function listOwnerRows(
  db: Queryable,
  { usedAfter, madeAfter }: LiveSince,
  { page, merchantId }: { page: number; merchantId: number | undefined },
): Promise<OwnerAdminRow[]> {
  const ofMerchant = 'EXISTS (SELECT FROM owner_merchants w WHERE w.owner_id = o.id AND w.merchant_id = $3)'
  const { rows } = await db.query<OwnerAdminRow>({
    text: `${ROW} AND ($3::bigint IS NULL OR ${ofMerchant}) ORDER BY lower(o.name), o.id ${consolePageClause(page)}`,
    values: [usedAfter, madeAfter, merchantId ?? null],
  })
  return rows
}

export async function findOwnerRow(
  db: Queryable,
  { usedAfter, madeAfter }: LiveSince,
  id: number,
): Promise<OwnerAdminRow | undefined> {
  const { rows } = await db.query<OwnerAdminRow>({
    text: `${ROW} AND o.id = $3`,
    values: [usedAfter, madeAfter, id],
  })
  return rows[0]
}

export type OwnerPhoneRow = {
  id: number
  name: string
  merchant: OwnMerchant
  owner: { id: number; name: string }
  created_at: Date
  last_used_at: Date
}

/** The enrolled phones of the merchants of an owner, used after a time, the newest first. */
export async function listPhonesOfOwner(db: Queryable, ownerId: number, usedAfter: Date): Promise<OwnerPhoneRow[]> {
  const { rows } = await db.query<OwnerPhoneRow>({
    text: `SELECT p.id, p.name, jsonb_build_object('id', m.id, 'name', m.name) AS merchant,
        jsonb_build_object('id', e.id, 'name', e.name) AS owner, p.created_at, p.last_used_at
      FROM owner_merchants w JOIN phones p ON p.merchant_id = w.merchant_id JOIN merchants m ON m.id = p.merchant_id
      JOIN owners e ON e.id = p.enrolled_by
      WHERE w.owner_id = $1 AND p.removed_at IS NULL AND p.last_used_at > $2 ORDER BY p.id DESC`,
    values: [ownerId, usedAfter],
  })
  return rows
}

/** The cashiers of the merchants of an owner, by merchant and name. */
export async function listCashiersOfOwner(
  db: Queryable,
  ownerId: number,
): Promise<{ id: number; name: string; merchant: OwnMerchant }[]> {
  const { rows } = await db.query<{ id: number; name: string; merchant: OwnMerchant }>({
    text: `SELECT c.id, c.name, jsonb_build_object('id', m.id, 'name', m.name) AS merchant
      FROM owner_merchants w JOIN cashiers c ON c.merchant_id = w.merchant_id JOIN merchants m ON m.id = c.merchant_id
      WHERE w.owner_id = $1 AND c.removed_at IS NULL ORDER BY m.name_key, m.id, c.name_key, c.id`,
    values: [ownerId],
  })
  return rows
}

type NewOwner = { name: string; email: string; emailKey: string; language: Language; now: Date }

/** Adds an owner and returns the id; undefined if the address has an owner already. */
export async function insertOwner(tx: Queryable, given: NewOwner): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO owners (name, email, email_key, language, created_at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (email_key) WHERE removed_at IS NULL DO NOTHING RETURNING id`,
    values: [given.name, given.email, given.emailKey, given.language, given.now],
  })
  return rows[0]?.id
}

export async function updateOwner(
  tx: Queryable,
  id: number,
  given: { name: string; language: Language },
): Promise<void> {
  await tx.query({
    text: 'UPDATE owners SET name = $2, language = $3, version = version + 1 WHERE id = $1',
    values: [id, given.name, given.language],
  })
}

/** Replaces the merchants of an owner. Ids of no merchant are left out. */
export async function replaceMerchants(tx: Queryable, ownerId: number, merchantIds: number[]): Promise<void> {
  await tx.query({ text: 'DELETE FROM owner_merchants WHERE owner_id = $1', values: [ownerId] })
  await tx.query({
    text: `INSERT INTO owner_merchants (owner_id, merchant_id)
      SELECT $1, id FROM merchants WHERE id = ANY($2::bigint[])`,
    values: [ownerId, merchantIds],
  })
}

/** Notes that the other owners of merchants are mailed about a new one. Returns the ids of the notes. */
export async function insertOwnerNotices(
  tx: Queryable,
  { addedId, merchantIds, at }: { addedId: number; merchantIds: number[]; at: Date },
): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO owner_notices (merchant_id, added_id, owner_id, created_at)
      SELECT w.merchant_id, $1, o.id, $3 FROM owner_merchants w JOIN owners o ON o.id = w.owner_id
      WHERE w.merchant_id = ANY($2::bigint[]) AND o.id <> $1 AND o.removed_at IS NULL ORDER BY w.merchant_id, o.id RETURNING id`,
    values: [addedId, merchantIds, at],
  })
  return rows.map(({ id }) => id)
}

export async function deleteOldNotices(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query({ text: 'DELETE FROM owner_notices WHERE created_at < $1', values: [before] })
  return rowCount ?? 0
}

/** What a mail about a new owner says, unless one of the two no longer holds the merchant. */
export async function findOwnerNotice(
  db: Queryable,
  id: number,
): Promise<{ email: string; name: string; language: Language; merchant: string; added: string } | undefined> {
  const { rows } = await db.query<{ email: string; name: string; language: Language; merchant: string; added: string }>(
    {
      text: `SELECT o.email, o.name, o.language, m.name AS merchant, a.name AS added
      FROM owner_notices n JOIN merchants m ON m.id = n.merchant_id
      JOIN owners o ON o.id = n.owner_id AND o.removed_at IS NULL JOIN owner_merchants w ON w.owner_id = o.id AND w.merchant_id = m.id
      JOIN owners a ON a.id = n.added_id JOIN owner_merchants x ON x.owner_id = a.id AND x.merchant_id = m.id
      WHERE n.id = $1`,
      values: [id],
    },
  )
  return rows[0]
}

/** Marks an owner as removed; the audit log keeps naming them. The address and what they could sign in with are deleted. */
export async function markOwnerRemoved(tx: Queryable, id: number, now: Date): Promise<void> {
  await tx.query({
    text: `UPDATE owners SET removed_at = $2, password_hash = NULL, version = version + 1,
      email = 'removed-' || id, email_key = 'removed-' || id WHERE id = $1`,
    values: [id, now],
  })
  for (const table of [
    'owner_second_factors',
    'owner_links',
    'owner_unlocks',
    'owner_trusted_devices',
    'owner_merchants',
    'phone_enrolments',
  ])
    await tx.query({ text: `DELETE FROM ${table} WHERE owner_id = $1`, values: [id] })
}

import { PAGE_SIZE } from '@stampus/contract/limits'
import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Recipient } from '../../../platform/mail/layout.ts'
import { stateAtSql } from '../rewards.store.ts'

/** A voucher as stored. It may have expired, or its reward may be recalled, although its state is still `ready`. */
export type VoucherRow = {
  id: number
  number: string
  reward_id: number
  user_id: number
  merchant_id: number | null
  title: string
  title_ms: string | null
  conditions: string
  conditions_ms: string | null
  stamps: number
  owed_sen: number
  claimed_at: Date
  last_day: string
  expires_at: Date
  state: VoucherState
  used_at: Date | null
  ended_at: Date | null
  /** Whether its reward was recalled. */
  is_recalled: boolean
}

/** A voucher with the names of its people. A deleted member is named `Deleted member`. */
export type NamedVoucher = VoucherRow & {
  member_name: string
  member_is_deleted: boolean
  merchant_name: string | null
  stamps_back: boolean
  recalled_at: Date | null
}

/** A voucher as its member sees it. */
export type OwnVoucherRow = VoucherRow & {
  merchant_name: string | null
  image_key: string | null
  image_placeholder: string | null
  stamps_back: boolean
  /** The event that ended it, also if it was used before. */
  ended_by: EndKind | null
  reason: string | null
  recalled_at: Date | null
  recall_reason: string | null
}

/** How a voucher ends for good. */
export type EndKind = 'returned' | 'expired' | 'voided' | 'recalled' | 'below_zero'
/** SQL: the kinds of events that end a voucher for good. */
export const END_KINDS = `('returned', 'expired', 'voided', 'recalled', 'below_zero')`

/** SQL: what is stored of voucher `v`. */
const STORED = `v.id, v.number, v.reward_id, v.user_id, v.merchant_id, v.title, v.title_ms, v.conditions, v.conditions_ms,
  v.stamps, v.owed_sen, v.claimed_at, v.last_day, v.expires_at, v.state, v.used_at, v.ended_at`

/** SQL: the columns of `VoucherRow`, of voucher `v` of reward `w`. */
export const VOUCHER = `${STORED}, w.recalled_at IS NOT NULL AS is_recalled`

const OWN_VOUCHER = `
  SELECT ${VOUCHER}, m.name AS merchant_name, w.image_key, w.image_placeholder,
    coalesce(e.stamps_back, false) AS stamps_back, e.kind AS ended_by,
    coalesce(x.reason, CASE e.kind WHEN 'recalled' THEN w.recall_reason END) AS reason, w.recalled_at, w.recall_reason
  FROM vouchers v
  JOIN rewards w ON w.id = v.reward_id
  LEFT JOIN merchants m ON m.id = v.merchant_id
  LEFT JOIN voucher_events e ON e.voucher_id = v.id AND e.kind IN ${END_KINDS} AND v.state NOT IN ('ready', 'used')
  LEFT JOIN voucher_reasons x ON x.event_id = e.id`

/** SQL: the `NamedVoucher`s of which this holds for voucher `v`. A ready or used one has no stamps back. */
export const namedVouchers = (condition: string) => `
  SELECT ${VOUCHER}, u.name AS member_name, u.deleted_at IS NOT NULL AS member_is_deleted, m.name AS merchant_name,
    v.state NOT IN ('ready', 'used')
      AND EXISTS (SELECT FROM voucher_events e WHERE e.voucher_id = v.id AND e.stamps_back) AS stamps_back, w.recalled_at
  FROM vouchers v JOIN users u ON u.id = v.user_id JOIN rewards w ON w.id = v.reward_id
  LEFT JOIN merchants m ON m.id = v.merchant_id WHERE ${condition}`

export async function findVoucher(db: Queryable, id: number): Promise<NamedVoucher | undefined> {
  const { rows } = await db.query<NamedVoucher>({ text: namedVouchers('v.id = $1'), values: [id] })
  return rows[0]
}

export async function findOwnVoucher(
  db: Queryable,
  { userId, id }: { userId: number; id: number },
): Promise<OwnVoucherRow | undefined> {
  const { rows } = await db.query<OwnVoucherRow>({
    name: 'vouchers.own',
    text: `${OWN_VOUCHER} WHERE v.user_id = $1 AND v.id = $2`,
    values: [userId, id],
  })
  return rows[0]
}

const STATE_NOW = stateAtSql('$2::timestamptz')

/**
 * One page of a member's vouchers, with one row more if there is a next page: the ready ones by their last day, then the
 * others, the newest first. Of those that ended it reads only as many as the page may need.
 */
export async function listOwnVouchers(
  db: Queryable,
  { userId, state, now }: { userId: number; state: VoucherState | undefined; now: Date },
  page: number,
): Promise<OwnVoucherRow[]> {
  const { rows } = await db.query<OwnVoucherRow>({
    name: `vouchers.list.${state ?? 'all'}`,
    text: `WITH found AS (
        SELECT v.id, v.expires_at, ${STATE_NOW} AS state
        FROM vouchers v JOIN rewards w ON w.id = v.reward_id WHERE v.user_id = $1 AND v.state = 'ready'
        UNION ALL
        (SELECT v.id, v.expires_at, v.state FROM vouchers v
         WHERE v.user_id = $1 AND v.state <> 'ready' ${state ? 'AND v.state = $4' : ''}
         ORDER BY v.id DESC LIMIT $3 + ${PAGE_SIZE + 1})),
      place AS (
        SELECT id, row_number() OVER (ORDER BY CASE state WHEN 'ready' THEN expires_at END, id DESC) AS n
        FROM found ${state ? 'WHERE state = $4' : ''})
      ${OWN_VOUCHER} JOIN place p ON p.id = v.id WHERE p.n > $3 AND p.n <= $3 + ${PAGE_SIZE + 1} ORDER BY p.n`,
    values: [userId, now, (page - 1) * PAGE_SIZE, ...(state ? [state] : [])],
  })
  return rows
}

/** Whose voucher this is, and of which reward. Neither ever changes. */
export async function findRefs(db: Queryable, id: number): Promise<{ userId: number; rewardId: number } | undefined> {
  const { rows } = await db.query<{ userId: number; rewardId: number }>({
    name: 'vouchers.refs',
    text: 'SELECT v.user_id AS "userId", v.reward_id AS "rewardId" FROM vouchers v WHERE v.id = $1',
    values: [id],
  })
  return rows[0]
}

/**
 * Locks a voucher until the transaction ends. Lock its member and its reward first, unless only the voucher changes. Rows that refer to
 * it can still be added: a session that ends keeps the voucher's key without this lock.
 */
export async function lockVoucher(tx: Queryable, id: number): Promise<VoucherRow | undefined> {
  const { rows } = await tx.query<VoucherRow>({
    name: 'vouchers.lock',
    text: `SELECT ${STORED}, (SELECT r.recalled_at IS NOT NULL FROM rewards r WHERE r.id = v.reward_id) AS is_recalled
      FROM vouchers v WHERE v.id = $1 FOR NO KEY UPDATE`,
    values: [id],
  })
  return rows[0]
}

/** Writes the state of a voucher. `used` sets when it was handed over, `ready` clears it. */
export async function updateVoucher(
  tx: Queryable,
  { id, state, at }: { id: number; state: VoucherState; at: Date },
): Promise<void> {
  await tx.query({
    name: 'vouchers.update',
    text: `UPDATE vouchers SET state = $2, ended_at = CASE WHEN $2 <> 'ready' THEN $3::timestamptz END,
        used_at = CASE $2 WHEN 'used' THEN $3 WHEN 'ready' THEN NULL ELSE used_at END
      WHERE id = $1`,
    values: [id, state, at],
  })
}

/** Whether a voucher ended once, also if a late hand-over of it was paid after that. */
export async function hasEnded(db: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `SELECT FROM voucher_events WHERE voucher_id = $1 AND kind IN ${END_KINDS}`,
    values: [id],
  })
  return rowCount === 1
}

export type VoucherEvent = {
  voucherId: number
  kind: 'used' | 'unused' | EndKind
  way?: 'desk' | 'counter' | 'offline' | 'late'
  requestId?: string
  operatorId?: number | null
  phoneId?: number | null
  cashierId?: number | null
  codeStep?: number
  notedAt?: Date
  reversalId?: number
  stampsBack: boolean
  reason?: string
  at: Date
}

/** Records a change of a claimed voucher and returns the id of the event. */
export async function insertEvent(tx: Queryable, event: VoucherEvent): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    name: 'vouchers.event',
    text: `INSERT INTO voucher_events (voucher_id, kind, way, operator_id, reversal_id, stamps_back, created_at, request_id,
        phone_id, cashier_id, code_step, noted_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
    values: [
      event.voucherId,
      event.kind,
      event.way ?? null,
      event.operatorId ?? null,
      event.reversalId ?? null,
      event.stampsBack,
      event.at,
      event.requestId ?? null,
      event.phoneId ?? null,
      event.cashierId ?? null,
      event.codeStep ?? null,
      event.notedAt ?? null,
    ],
  })
  const [row] = rows
  if (!row) throw new Error('The insert of a voucher event returned no row')
  if (event.reason !== undefined)
    await tx.query({
      text: 'INSERT INTO voucher_reasons (event_id, reason) VALUES ($1, $2)',
      values: [row.id, event.reason],
    })
  return row.id
}

/** SQL condition: voucher `v` of reward `r` is ready although it has expired by `now` or its reward was recalled. */
export const dueSql = (now: string) => `v.state = 'ready' AND (v.expires_at <= ${now} OR r.recalled_at IS NOT NULL)`

/** Vouchers after an id that are ready although they have expired or their reward was recalled, at most `limit`. */
export async function listDueVouchers(
  db: Queryable,
  { now, afterId, limit }: { now: Date; afterId: number; limit: number },
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    text: `SELECT v.id FROM vouchers v WHERE v.state = 'ready' AND v.expires_at <= $1 AND v.id > $2
      UNION SELECT v.id FROM vouchers v JOIN rewards w ON w.id = v.reward_id
        WHERE v.state = 'ready' AND w.recalled_at IS NOT NULL AND v.id > $2
      ORDER BY id LIMIT $3`,
    values: [now, afterId, limit],
  })
  return rows.map(({ id }) => id)
}

/** What a mail about a voucher says. */
export type VoucherToMail = Recipient &
  Pick<VoucherRow, 'title' | 'title_ms' | 'stamps' | 'state' | 'last_day' | 'expires_at' | 'is_recalled'> & {
    name: string
    stamps_back: boolean
    /** Whether it was handed over before it ended. */
    was_used: boolean
    reason: string | null
  }

/** A voucher with its member, unless the account is deleted. */
export async function findVoucherToMail(db: Queryable, id: number): Promise<VoucherToMail | undefined> {
  const { rows } = await db.query<VoucherToMail>({
    text: `SELECT shown.*, u.name, u.email, u.language,
        (SELECT used_at IS NOT NULL FROM vouchers WHERE id = $1) AS was_used
      FROM (${OWN_VOUCHER} WHERE v.id = $1) shown JOIN users u ON u.id = shown.user_id WHERE u.deleted_at IS NULL`,
    values: [id],
  })
  return rows[0]
}

/**
 * Marks vouchers whose last day is at most `until`, so that each is reminded of once, and returns their ids. Leaves out those
 * that were claimed only days before it, and those of suspended members.
 */
export async function markReminded(
  tx: Queryable,
  { now, until, limit }: { now: Date; until: string; limit: number },
): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>({
    text: `UPDATE vouchers SET reminded_at = $1 WHERE id IN (
        SELECT v.id FROM vouchers v JOIN rewards w ON w.id = v.reward_id
        WHERE v.state = 'ready' AND v.reminded_at IS NULL AND v.expires_at > $1 AND v.last_day <= $2
          AND v.expires_at - v.claimed_at > interval '4 days' AND w.recalled_at IS NULL
          AND NOT EXISTS (SELECT FROM suspensions x WHERE x.user_id = v.user_id AND x.ended_at IS NULL)
        ORDER BY v.id LIMIT $3 FOR NO KEY UPDATE OF v SKIP LOCKED)
      RETURNING id`,
    values: [now, until, limit],
  })
  return rows.map(({ id }) => id)
}

/** Stores the key of the device that opened a voucher last. */
export async function upsertKey(
  tx: Queryable,
  { voucherId, tokenHash, key, at }: { voucherId: number; tokenHash: Buffer; key: Buffer; at: Date },
): Promise<void> {
  await tx.query({
    name: 'vouchers.key',
    text: `INSERT INTO voucher_keys (voucher_id, token_hash, key, created_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (voucher_id)
      DO UPDATE SET token_hash = $2, key = $3, created_at = $4, checked_by = NULL, checked_on = NULL, checked_at = NULL`,
    values: [voucherId, tokenHash, key, at],
  })
}

/** Which device opened a voucher last, so that its key counts. None does after a hand-over, also if that was taken back. */
export async function findOpenPlace(
  db: Queryable,
  { voucherId, tokenHash }: { voucherId: number; tokenHash: Buffer },
): Promise<{ here: boolean; elsewhere: boolean }> {
  const { rows } = await db.query<{ here: boolean }>({
    name: 'vouchers.open-place',
    text: 'SELECT token_hash = $2 AS here FROM voucher_keys WHERE voucher_id = $1',
    values: [voucherId, tokenHash],
  })
  const here = rows[0]?.here
  return { here: here === true, elsewhere: here === false }
}

export async function deleteKey(tx: Queryable, voucherId: number): Promise<void> {
  await tx.query({
    name: 'vouchers.delete-key',
    text: 'DELETE FROM voucher_keys WHERE voucher_id = $1',
    values: [voucherId],
  })
}

/** Blanks what operators and the member's apps wrote into a member's vouchers, and returns the ids of all of them. */
export async function eraseTexts(tx: Queryable, userId: number): Promise<number[]> {
  await tx.query({
    text: `UPDATE voucher_reasons r SET reason = '' FROM voucher_events e, vouchers v
      WHERE e.id = r.event_id AND v.id = e.voucher_id AND v.user_id = $1`,
    values: [userId],
  })
  const { rows } = await tx.query<{ id: number }>({
    // With a space, which no key of a request has, so that it meets none of them.
    text: "UPDATE vouchers SET idempotency_key = 'voucher ' || id WHERE user_id = $1 RETURNING id",
    values: [userId],
  })
  return rows.map(({ id }) => id)
}

import type { Supplements } from '@stampus/contract/accounts'
import { PAGE_SIZE } from '@stampus/contract/limits'
import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import type { Queryable } from '../../../platform/db/database.ts'
import { names } from '../../../platform/db/names.ts'
import { many, maybe, maybeValue, one, run, some, value, values } from '../../../platform/db/query.ts'
import { columns, insert, type Row } from '../../../platform/db/rows.ts'
import { type Parameter, parameter, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import type { Recipient } from '../../../platform/mail/layout.ts'
import { hasConsented } from '../../accounts/accounts.store.ts'
import { redeemFrom, walletOf } from '../../wallet/wallet.store.ts'
import { PUBLISHED, type PublishedReward, stateAtSql, takeOne } from '../rewards.store.ts'

const STORED = names(
  'id number reward_id user_id merchant_id title title_ms conditions conditions_ms stamps owed_sen',
  'claimed_at last_day expires_at state used_at ended_at',
)

/** The stored state may still be `ready` although it has expired or its reward was recalled. */
export type VoucherRow = Row<'vouchers', (typeof STORED)[number]> & { is_recalled: boolean }

/** A voucher with the names of its people. A deleted member is named `Deleted member`. */
export type NamedVoucher = VoucherRow & {
  reward: { id: number; title: string }
  member: { id: number; name: string; is_deleted: boolean }
  merchant: { id: number; name: string } | null
  stamps_back: boolean
  recalled_at: Date | null
}

export type OwnVoucherRow = VoucherRow & {
  merchant: { id: number; name: string } | null
  image_key: string | null
  image_placeholder: string | null
  stamps_back: boolean
  /** The event that ended it, also if it was used before. */
  ended_by: EndKind | null
  reason: string | null
  recalled_at: Date | null
  recall_reason: string | null
}

export type EndKind = 'returned' | 'expired' | 'voided' | 'recalled' | 'below_zero'
const END_KINDS = sql`('returned', 'expired', 'voided', 'recalled', 'below_zero')`

/** The columns of `VoucherRow`, of voucher `v` of reward `w`. */
export const VOUCHER = sql`${columns('v', STORED)}, w.recalled_at IS NOT NULL AS is_recalled`

const OWN_VOUCHER = sql`
  SELECT ${VOUCHER}, m.id AS "merchant.id", m.name AS "merchant.name", w.image_key, w.image_placeholder,
    coalesce(e.stamps_back, false) AS stamps_back, e.kind AS ended_by,
    coalesce(x.reason, CASE e.kind WHEN 'recalled' THEN w.recall_reason END) AS reason, w.recalled_at, w.recall_reason
  FROM vouchers v
  JOIN rewards w ON w.id = v.reward_id
  LEFT JOIN merchants m ON m.id = v.merchant_id
  LEFT JOIN voucher_events e ON e.voucher_id = v.id AND e.kind IN ${END_KINDS} AND v.state NOT IN ('ready', 'used')
  LEFT JOIN voucher_reasons x ON x.event_id = e.id`

/** The `NamedVoucher`s of which this holds for voucher `v`. A ready or used one has no stamps back. */
export const namedVouchers = (condition: Sql) => sql`
  SELECT ${VOUCHER}, v.reward_id AS "reward.id", v.title AS "reward.title", m.id AS "merchant.id", m.name AS "merchant.name",
    u.id AS "member.id", u.name AS "member.name", u.deleted_at IS NOT NULL AS "member.is_deleted",
    v.state NOT IN ('ready', 'used')
      AND EXISTS (SELECT FROM voucher_events e WHERE e.voucher_id = v.id AND e.stamps_back) AS stamps_back, w.recalled_at
  FROM vouchers v JOIN users u ON u.id = v.user_id JOIN rewards w ON w.id = v.reward_id
  LEFT JOIN merchants m ON m.id = v.merchant_id WHERE ${condition}`

export const findVoucher = (db: Queryable, id: number) => maybe<NamedVoucher>(db)`${namedVouchers(sql`v.id = ${id}`)}`

export const findOwnVoucher = (db: Queryable, { userId, id }: { userId: number; id: number }) =>
  maybe<OwnVoucherRow>(db, 'vouchers.own')`${OWN_VOUCHER} WHERE v.user_id = ${userId} AND v.id = ${id}`

type Own = { userId: number; state: VoucherState | undefined; now: Date }

/** Ready ones by their last day, then the others, the newest first; as many as the page may need, and one more. */
export function listOwnVouchers(db: Queryable, { userId, state, now }: Own, page: number) {
  const [user, skipped, wanted] = [parameter(userId), parameter((page - 1) * PAGE_SIZE), parameter(state)]
  const last = sql`${skipped} + ${raw(PAGE_SIZE + 1)}`
  return many<OwnVoucherRow>(db, `vouchers.list.${state ?? 'all'}`)`
    WITH found AS (
      SELECT v.id, v.expires_at, ${stateAtSql(now)} AS state
      FROM vouchers v JOIN rewards w ON w.id = v.reward_id WHERE v.user_id = ${user} AND v.state = 'ready'
      UNION ALL
      (SELECT v.id, v.expires_at, v.state FROM vouchers v
       WHERE v.user_id = ${user} AND v.state <> 'ready' ${state ? sql`AND v.state = ${wanted}` : raw('')}
       ORDER BY v.id DESC LIMIT ${last})),
    place AS (
      SELECT id, row_number() OVER (ORDER BY CASE state WHEN 'ready' THEN expires_at END, id DESC) AS n
      FROM found ${state ? sql`WHERE state = ${wanted}` : raw('')})
    ${OWN_VOUCHER} JOIN place p ON p.id = v.id WHERE p.n > ${skipped} AND p.n <= ${last} ORDER BY p.n`
}

/** Whose voucher this is, and of which reward. Neither ever changes. */
export const findRefs = (db: Queryable, id: number) =>
  maybe<{ userId: number; rewardId: number }>(db, 'vouchers.refs')`
    SELECT v.user_id AS "userId", v.reward_id AS "rewardId" FROM vouchers v WHERE v.id = ${id}`

/** Lock its member and reward first, unless only the voucher changes. A session that ends still adds rows about it. */
export const lockVoucher = (tx: Queryable, id: number) =>
  maybe<VoucherRow>(tx, 'vouchers.lock')`
    SELECT ${columns('v', STORED)}, (SELECT r.recalled_at IS NOT NULL FROM rewards r WHERE r.id = v.reward_id) AS is_recalled
    FROM vouchers v WHERE v.id = ${id} FOR NO KEY UPDATE`

type NewState = { id: number; state: VoucherState; at: Date }

/** Writes the state of a voucher. `used` sets when it was handed over, `ready` clears it. */
export function updateVoucher(tx: Queryable, { id, ...given }: NewState): Promise<void> {
  const [state, at] = [parameter(given.state), parameter(given.at)]
  return run(tx, 'vouchers.update')`
    UPDATE vouchers SET state = ${state}, ended_at = CASE WHEN ${state} <> 'ready' THEN ${at}::timestamptz END,
      used_at = CASE ${state} WHEN 'used' THEN ${at} WHEN 'ready' THEN NULL ELSE used_at END
    WHERE id = ${id}`
}

/** Whether a voucher ended once, also if a late hand-over of it was paid after that. */
export const hasEnded = (db: Queryable, id: number) =>
  some(db)`SELECT FROM voucher_events WHERE voucher_id = ${id} AND kind IN ${END_KINDS}`

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
  reason?: string | undefined
  at: Date
}

export async function insertEvent(tx: Queryable, { reason, ...event }: VoucherEvent): Promise<number> {
  const given = insert('voucher_events', {
    voucher_id: event.voucherId,
    kind: event.kind,
    way: event.way,
    operator_id: event.operatorId,
    reversal_id: event.reversalId,
    stamps_back: event.stampsBack,
    created_at: event.at,
    request_id: event.requestId,
    phone_id: event.phoneId,
    cashier_id: event.cashierId,
    code_step: event.codeStep,
    noted_at: event.notedAt,
  })
  const id = await value(tx, 'vouchers.event')`${given} RETURNING id`
  if (reason !== undefined) await run(tx)`${insert('voucher_reasons', { event_id: id, reason })}`
  return id
}

type Due = { now: Date; afterId: number; limit: number }

/** Vouchers after an id that are ready although they have expired or their reward was recalled, at most `limit`. */
export function listDueVouchers(db: Queryable, { now, afterId, limit }: Due): Promise<number[]> {
  const ready = sql`v.state = 'ready' AND v.id > ${parameter(afterId)}`
  return values(db)`
    SELECT v.id FROM vouchers v WHERE ${ready} AND v.expires_at <= ${now}
    UNION SELECT v.id FROM vouchers v JOIN rewards w ON w.id = v.reward_id WHERE ${ready} AND w.recalled_at IS NOT NULL
    ORDER BY id LIMIT ${limit}`
}

export type VoucherToMail = Recipient &
  Pick<
    VoucherRow,
    'title' | 'title_ms' | 'stamps' | 'state' | 'last_day' | 'used_at' | 'expires_at' | 'is_recalled'
  > & {
    name: string
    stamps_back: boolean
    reason: string | null
  }

/** A voucher with its member, unless the account is deleted. */
export const findVoucherToMail = (db: Queryable, id: number) =>
  maybe<VoucherToMail>(db)`
    SELECT shown.*, u.name, u.email, u.language
    FROM (${OWN_VOUCHER} WHERE v.id = ${id}) shown JOIN users u ON u.id = shown.user_id WHERE u.deleted_at IS NULL`

/** Reminds once of each whose last day is at most `until`, unless just claimed or its member is suspended. */
export function markReminded(tx: Queryable, given: { now: Date; until: string; limit: number }): Promise<number[]> {
  const now = parameter(given.now)
  return values(tx)`
    UPDATE vouchers SET reminded_at = ${now} WHERE id IN (
      SELECT v.id FROM vouchers v JOIN rewards w ON w.id = v.reward_id
      WHERE v.state = 'ready' AND v.reminded_at IS NULL AND v.expires_at > ${now} AND v.last_day <= ${given.until}
        AND v.expires_at - v.claimed_at > interval '4 days' AND w.recalled_at IS NULL
        AND NOT EXISTS (SELECT FROM suspensions x WHERE x.user_id = v.user_id AND x.ended_at IS NULL)
      ORDER BY v.id LIMIT ${given.limit} FOR NO KEY UPDATE OF v SKIP LOCKED)
    RETURNING id`
}

type DeviceKey = { voucherId: number; tokenHash: Buffer; key: Buffer; at: Date }

export const upsertKey = (
  tx: Queryable,
  { voucherId: voucher_id, tokenHash: token_hash, key, at: created_at }: DeviceKey,
) =>
  run(tx, 'vouchers.key')`
    ${insert('voucher_keys', { voucher_id, token_hash, key, created_at })}
    ON CONFLICT (voucher_id) DO UPDATE SET token_hash = excluded.token_hash, key = excluded.key,
      created_at = excluded.created_at, checked_by = NULL, checked_on = NULL, checked_at = NULL`

/** Whether this device opened a voucher last, so that its key counts. Undefined after a hand-over, also if that was taken back. */
export const isOpenHere = (db: Queryable, { id, tokenHash }: { id: number; tokenHash: Buffer }) =>
  maybeValue<boolean>(db, 'vouchers.open-place')`
    SELECT token_hash = ${tokenHash} AS here FROM voucher_keys WHERE voucher_id = ${id}`

export const deleteKey = (tx: Queryable, voucherId: number) =>
  run(tx, 'vouchers.delete-key')`DELETE FROM voucher_keys WHERE voucher_id = ${voucherId}`

/** Blanks what operators and the member's apps wrote into a member's vouchers, and returns the ids of all of them. */
export async function eraseTexts(tx: Queryable, userId: number): Promise<number[]> {
  await run(tx)`
    UPDATE voucher_reasons r SET reason = '' FROM voucher_events e, vouchers v
    WHERE e.id = r.event_id AND v.id = e.voucher_id AND v.user_id = ${userId}`
  // With a space, which no key of a request has, so that it meets none of them.
  return values(tx)`UPDATE vouchers SET idempotency_key = 'voucher ' || id WHERE user_id = ${userId} RETURNING id`
}

export type LimitFacts = Pick<PublishedReward, 'limit_total' | 'limit_30_days'> & {
  /** How many vouchers of the reward the member has, ready or used. */
  claimed: number
  /** When the member claimed the one that, with those after it, fills the limit of 30 days, if there is one; null if it is not full. */
  blocking: Date | null
}

export type ClaimFacts = PublishedReward &
  LimitFacts & {
    merchant: { id: number; name: string } | null
    /** The voucher that the key of the claim got before, and its reward. */
    repeated: { id: number; reward_id: number } | null
    /** Whether vouchers of the member are ready although they have expired or their reward was recalled. */
    has_due: boolean
    has_consented: boolean
    balance: number
    available: number
  }

type Asked = { userId: number; rewardId: number; key: string; now: Date; since: Date; supplements: Supplements }

/** `since` starts the 30 days. The member is locked, so that only the reward may still change. */
export function findClaimFacts(tx: Queryable, asked: Asked): Promise<ClaimFacts | undefined> {
  const [user, now] = [parameter(asked.userId), parameter(asked.now)]
  return maybe<ClaimFacts>(tx, 'claims.facts')`
    SELECT ${PUBLISHED}, m.id AS "merchant.id", m.name AS "merchant.name",
      (SELECT json_build_object('id', v.id, 'reward_id', v.reward_id) FROM vouchers v
       WHERE v.user_id = ${user} AND v.idempotency_key = ${asked.key}) AS repeated,
      EXISTS (SELECT FROM vouchers v JOIN rewards r ON r.id = v.reward_id
        WHERE v.user_id = ${user} AND v.state = 'ready' AND (v.expires_at <= ${now} OR r.recalled_at IS NOT NULL)) AS has_due,
      ${hasConsented(user, asked.supplements)} AS has_consented, l.balance, l.available,
      ${limitFacts(user, now, asked.since)}
    FROM rewards w LEFT JOIN merchants m ON m.id = w.merchant_id, ${walletOf(user, asked.now)} l
    WHERE w.id = ${asked.rewardId} AND w.state <> 'draft'`
}

export type ClaimedReward = LimitFacts & { id: number }

export function listLimitFacts(db: Queryable, { userId, now, since }: Pick<Asked, 'userId' | 'now' | 'since'>) {
  const user = parameter(userId)
  return many<ClaimedReward>(db, 'claims.limits')`
    SELECT w.id, w.limit_total, w.limit_30_days, ${limitFacts(user, parameter(now), since)}
    FROM rewards w
    WHERE w.id IN (SELECT v.reward_id FROM vouchers v WHERE v.user_id = ${user} AND v.state IN ('ready', 'used'))
      AND w.state = 'published' AND (w.limit_total IS NOT NULL OR w.limit_30_days IS NOT NULL)
    ORDER BY w.id`
}

/** `claimed` and `blocking` of reward `w` and a member. Vouchers that have expired by `now` do not count. */
function limitFacts(user: Parameter, now: Parameter, since: Date): Sql {
  const ofMember = sql`FROM vouchers v WHERE v.reward_id = w.id AND v.user_id = ${user}
    AND v.state IN ('ready', 'used') AND (v.state = 'used' OR v.expires_at > ${now})`
  return sql`(SELECT count(*)::int ${ofMember}) AS claimed,
    (SELECT v.claimed_at ${ofMember} AND v.claimed_at >= ${since}
     ORDER BY v.claimed_at DESC OFFSET w.limit_30_days - 1 LIMIT 1) AS blocking`
}

export type NewVoucher = Omit<VoucherRow, 'id' | 'state' | 'used_at' | 'ended_at' | 'is_recalled'> & {
  idempotency_key: string
}

/** What a claim made: one taken from the stock, and its voucher unless the number was taken. */
type Made = { is_taken: boolean; id: number | null }

/** Takes one from the stock and the stamps from the locked member, and inserts voucher and event, in one statement. */
export const makeClaim = (tx: Queryable, voucher: NewVoucher, version: number) =>
  one<Made>(tx, 'claims.make')`
    WITH taken AS (${takeOne(version, voucher.reward_id)} RETURNING id),
    voucher AS (
      INSERT INTO vouchers (number, reward_id, user_id, merchant_id, title, title_ms, conditions,
        conditions_ms, stamps, owed_sen, claimed_at, last_day, expires_at, idempotency_key)
      SELECT ${voucher.number}, id, ${voucher.user_id}::bigint, ${voucher.merchant_id}::bigint, ${voucher.title},
        ${voucher.title_ms}, ${voucher.conditions}, ${voucher.conditions_ms}, ${voucher.stamps}::integer,
        ${voucher.owed_sen}::integer, ${voucher.claimed_at}::timestamptz, ${voucher.last_day}::date,
        ${voucher.expires_at}::timestamptz, ${voucher.idempotency_key} FROM taken
      ON CONFLICT (number) DO NOTHING RETURNING id, user_id, stamps, claimed_at),
    event AS (
      INSERT INTO voucher_events (voucher_id, kind, stamps_back, created_at)
      SELECT id, 'claimed', false, claimed_at FROM voucher RETURNING id AS event_id),
    entry AS (${redeemFrom(sql`voucher, event`)})
    SELECT EXISTS (SELECT FROM taken) AS is_taken, (SELECT id FROM voucher) AS id`

const endable = (userId: number) => sql`
  SELECT ${VOUCHER} FROM vouchers v JOIN rewards w ON w.id = v.reward_id
  WHERE v.user_id = ${userId} AND v.state = 'ready' ORDER BY v.id`

export const listEndable = (db: Queryable, userId: number) => many<VoucherRow>(db)`${endable(userId)} DESC`

/**
 * Locks the rewards of a member's ready vouchers, then the vouchers, each in the order of ids. Lock the member first.
 * A claim adds its own `rewardId`, to lock all rewards in that order.
 */
export async function lockEndable(tx: Queryable, userId: number, rewardId?: number): Promise<VoucherRow[]> {
  await run(tx)`
    SELECT FROM rewards
    WHERE id = ${rewardId} OR id IN (SELECT reward_id FROM vouchers WHERE user_id = ${userId} AND state = 'ready')
    ORDER BY id FOR NO KEY UPDATE`
  const locked = await many<VoucherRow>(tx)`${endable(userId)} FOR NO KEY UPDATE OF v`
  return locked.toReversed()
}

export type VoidedVoucher = { title: string; title_ms: string | null; stamps: number }

export const listVoidedBy = (db: Queryable, reversalId: number) =>
  many<VoidedVoucher>(db)`
    SELECT v.title, v.title_ms, v.stamps FROM voucher_events e JOIN vouchers v ON v.id = e.voucher_id
    WHERE e.reversal_id = ${reversalId} ORDER BY v.id DESC`

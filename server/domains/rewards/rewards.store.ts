import type { create, RewardFilterState, RewardState } from '@stampus/contract/console/rewards'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { consolePageClause, pageClause } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'

export type RewardInput = ParsedInputOf<typeof create>

/** What a manager writes of a reward, one column each. Dates are `YYYY-MM-DD`, amounts in sen. */
export type NewReward = RewardInput & { image_placeholder: string | null }

/** The type makes a missing column a compile error. */
const columns: Record<keyof NewReward, true> = {
  merchant_id: true,
  title: true,
  title_ms: true,
  conditions: true,
  conditions_ms: true,
  image_key: true,
  image_placeholder: true,
  stamps: true,
  owed_sen: true,
  stock: true,
  limit_total: true,
  limit_30_days: true,
  start_date: true,
  end_date: true,
  valid_days: true,
}
const columnNames = Object.keys(columns) as (keyof NewReward)[]
const rewardColumns = columnNames.map((name) => `w.${name}`).join(', ')

export type StoredReward = { [Fact in keyof NewReward]-?: Exclude<NewReward[Fact], undefined> } & {
  id: number
  taken: number
  state: RewardState
  recalled_at: Date | null
  recall_reason: string | null
  version: number
}

const STORED = `w.id, ${rewardColumns}, w.taken, w.state, w.recalled_at, w.recall_reason, w.version`

/** A reward as everyone sees it. Without a merchant, the merchant's columns are null. */
export type RewardRow = StoredReward & {
  merchant_name: string | null
  merchant_slug: string
  merchant_address: string
  merchant_logo_key: string | null
  merchant_logo_placeholder: string | null
}

const PUBLIC_REWARD = `
  SELECT ${STORED}, m.name AS merchant_name, m.slug AS merchant_slug, m.address AS merchant_address,
    m.logo_key AS merchant_logo_key, m.logo_placeholder AS merchant_logo_placeholder
  FROM rewards w LEFT JOIN merchants m ON m.id = w.merchant_id`

/** SQL: whether the merchant of reward `w` was deactivated. */
const IS_CLOSED = 'EXISTS (SELECT FROM merchants x WHERE x.id = w.merchant_id AND NOT x.is_active)'

/** A reward, and whether its merchant was deactivated. */
export type PublishedReward = StoredReward & { is_closed: boolean }

/** SQL: the columns of `PublishedReward`, of reward `w`. */
export const PUBLISHED = `${STORED}, ${IS_CLOSED} AS is_closed`

/** SQL condition: reward `w` can be claimed on day $1. */
const ON_OFFER = `w.state = 'published' AND w.start_date <= $1::date AND (w.end_date IS NULL OR w.end_date >= $1::date)
  AND NOT ${IS_CLOSED}`

/** One page of the rewards that can be claimed on `day`, of all merchants or of one, the cheapest first. */
export async function listRewards(
  db: Queryable,
  { day, merchantId }: { day: string; merchantId: number | undefined },
  page: number,
): Promise<{ rewards: RewardRow[]; total: number }> {
  const ofMerchant = merchantId === undefined ? [] : [merchantId]
  const where = `WHERE ${ON_OFFER} ${ofMerchant.map(() => 'AND w.merchant_id = $2').join('')}`
  const { limit, values, name } = pageClause(page, ofMerchant.length + 2)
  const { rows } = await db.query<{ rewards: RewardRow[]; total: number }>({
    name: `rewards.list.${merchantId === undefined ? 'all' : 'merchant'}.${name}`,
    text: `
      SELECT (SELECT count(*)::int FROM rewards w ${where}) AS total,
        (SELECT coalesce(json_agg(shown), '[]')
          FROM (${PUBLIC_REWARD} ${where} ORDER BY w.stamps, w.id ${limit}) shown) AS rewards`,
    values: [day, ...ofMerchant, ...values],
  })
  return rows[0] ?? { rewards: [], total: 0 }
}

/** Finds a reward that can be claimed on `day`. */
export async function findReward(
  db: Queryable,
  { id, day }: { id: number; day: string },
): Promise<RewardRow | undefined> {
  const { rows } = await db.query<RewardRow>({
    name: 'rewards.show',
    text: `${PUBLIC_REWARD} WHERE w.id = $2 AND ${ON_OFFER}`,
    values: [day, id],
  })
  return rows[0]
}

/** A reward with the name of its merchant, and whether that was deactivated. */
export type NamedReward = PublishedReward & { merchant_name: string | null }

/**
 * How many vouchers of a reward are ready by the clock, the stamps that these cost, how many were used, and how many are over
 * by the clock but not ended by the job yet.
 */
export type VoucherCounts = { ready: number; ready_stamps: number; used: number; ending: number }

/** A reward as managers see it. */
export type AdminRewardRow = NamedReward & VoucherCounts

const NAMED = `${PUBLISHED}, (SELECT m.name FROM merchants m WHERE m.id = w.merchant_id) AS merchant_name`

/** SQL: the state of voucher `v` of reward `w` at this time, as `stateAt` of the vouchers says. */
export function stateAtSql(now: string): string {
  return `CASE WHEN v.state <> 'ready' THEN v.state WHEN v.expires_at <= ${now} THEN 'expired'
    WHEN w.recalled_at IS NOT NULL THEN 'voided' ELSE 'ready' END`
}

/** SQL: the `VoucherCounts` of reward `w` at this time. */
const countsAtSql = (now: string) => `
  SELECT count(*) FILTER (WHERE v.state = 'ready')::int AS ready, count(*) FILTER (WHERE v.state = 'used')::int AS used,
    count(*) FILTER (WHERE v.state NOT IN ('ready', 'used'))::int AS ending,
    coalesce(sum(v.stamps) FILTER (WHERE v.state = 'ready'), 0)::int AS ready_stamps
  FROM (SELECT v.stamps, ${stateAtSql(now)} AS state FROM vouchers v
    WHERE v.reward_id = w.id AND v.state IN ('ready', 'used')) v`

/** One console page of all rewards, the newest first. */
export async function listAllRewards(
  db: Queryable,
  { state, merchantId, now }: { state: RewardFilterState | undefined; merchantId: number | undefined; now: Date },
  page: number,
): Promise<AdminRewardRow[]> {
  const { rows } = await db.query<AdminRewardRow>({
    text: `SELECT ${NAMED}, c.* FROM rewards w CROSS JOIN LATERAL (${countsAtSql('$3::timestamptz')}) c
      WHERE ($1::text IS NULL OR CASE WHEN w.recalled_at IS NOT NULL THEN 'recalled' ELSE w.state END = $1) AND ($2::bigint IS NULL OR w.merchant_id = $2)
      ORDER BY w.id DESC ${consolePageClause(page)}`,
    values: [state ?? null, merchantId ?? null, now],
  })
  return rows
}

/** Counts the vouchers of a reward. Of a popular one this takes a while, so do not call it while the reward is locked. */
export async function countVouchers(db: Queryable, { id, now }: { id: number; now: Date }): Promise<VoucherCounts> {
  const { rows } = await db.query<VoucherCounts>({
    text: `SELECT c.* FROM rewards w CROSS JOIN LATERAL (${countsAtSql('$2::timestamptz')}) c WHERE w.id = $1`,
    values: [id, now],
  })
  return rows[0] ?? { ready: 0, ready_stamps: 0, used: 0, ending: 0 }
}

export async function findNamedReward(db: Queryable, id: number): Promise<NamedReward | undefined> {
  const { rows } = await db.query<NamedReward>({ text: `SELECT ${NAMED} FROM rewards w WHERE w.id = $1`, values: [id] })
  return rows[0]
}

/** Locks a reward until the transaction ends. Claims wait, and so do changes of its vouchers. */
export async function lockReward(tx: Queryable, id: number): Promise<void> {
  await tx.query({ name: 'rewards.lock', text: 'SELECT FROM rewards WHERE id = $1 FOR NO KEY UPDATE', values: [id] })
}

/** Locks a reward and returns it. */
export async function lockNamedReward(tx: Queryable, id: number): Promise<NamedReward | undefined> {
  await lockReward(tx, id)
  return findNamedReward(tx, id)
}

/** Inserts rewards as drafts and returns their ids. */
export async function insertRewards(tx: Queryable, rewards: NewReward[], at: Date): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>({
    text: `
      INSERT INTO rewards (${columnNames}, created_at) SELECT ${columnNames}, $2
      FROM json_populate_recordset(NULL::rewards, $1) RETURNING id`,
    values: [JSON.stringify(rewards), at],
  })
  return rows.map(({ id }) => id)
}

/** Writes a reward's facts and raises its version. */
export async function updateReward(tx: Queryable, id: number, reward: NewReward): Promise<void> {
  const assignments = columnNames.map((name, at) => `${name} = $${at + 2}`)
  await tx.query({
    text: `UPDATE rewards SET ${assignments}, version = version + 1 WHERE id = $1`,
    values: [id, ...columnNames.map((name) => reward[name])],
  })
}

/** Writes a reward's state and raises its version. */
export async function updateState(tx: Queryable, id: number, state: RewardState): Promise<void> {
  await tx.query({ text: 'UPDATE rewards SET state = $2, version = version + 1 WHERE id = $1', values: [id, state] })
}

/** Ends a reward and marks it as recalled. A job voids its unused vouchers. */
export async function markRecalled(
  tx: Queryable,
  id: number,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  await tx.query({
    text: `UPDATE rewards SET state = 'ended', recalled_at = $3, recall_reason = $2, version = version + 1 WHERE id = $1`,
    values: [id, reason, at],
  })
}

export async function deleteReward(tx: Queryable, id: number): Promise<void> {
  await tx.query({ text: 'DELETE FROM rewards WHERE id = $1', values: [id] })
}

/** A reward that was published, without locking it. */
export async function findPublished(db: Queryable, id: number): Promise<PublishedReward | undefined> {
  const { rows } = await db.query<PublishedReward>({
    name: 'rewards.published',
    text: `SELECT ${PUBLISHED} FROM rewards w WHERE w.id = $1 AND w.state <> 'draft'`,
    values: [id],
  })
  return rows[0]
}

/** SQL: takes one of the reward with this id and version from the stock, unless none is left or the reward has changed. */
export const takeOneSql = (id: string, version: string) => `UPDATE rewards SET taken = taken + 1
  WHERE id = ${id} AND version = ${version} AND state = 'published' AND (stock IS NULL OR taken < stock)`

/** Puts one back, because its voucher was not used or not made. */
export async function putOneBack(tx: Queryable, id: number): Promise<void> {
  await tx.query({ name: 'rewards.put-back', text: 'UPDATE rewards SET taken = taken - 1 WHERE id = $1', values: [id] })
}

/** Counts one that was handed over although its voucher had ended. The stock grows with it, because nothing can be put back. */
export async function takeOneAgain(tx: Queryable, id: number): Promise<void> {
  await tx.query({
    text: `UPDATE rewards SET taken = taken + 1, stock = CASE WHEN stock <= taken THEN taken + 1 ELSE stock END WHERE id = $1`,
    values: [id],
  })
}

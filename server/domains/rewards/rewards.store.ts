import type { create, RewardFilterState, RewardState } from '@stampus/contract/console/rewards'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { consolePageClause, pageClause } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { allNames, names, pick } from '../../platform/db/names.ts'
import { many, maybe, one, run, values } from '../../platform/db/query.ts'
import { columns, insertEach, type Row, update } from '../../platform/db/rows.ts'
import { all, type Parameter, parameter, type Sql, sql } from '../../platform/db/sql.ts'

export type RewardInput = ParsedInputOf<typeof create>

/** What a manager writes of a reward, one column each. Dates are `YYYY-MM-DD`, amounts in sen. */
export type NewReward = RewardInput & { image_placeholder: string | null }

const WRITTEN = allNames<NewReward>()(
  'merchant_id title title_ms conditions conditions_ms image_key image_placeholder stamps owed_sen stock limit_total',
  'limit_30_days start_date end_date valid_days',
)
const KEPT = names('id taken state recalled_at recall_reason version')

export type StoredReward = Row<'rewards', keyof NewReward | (typeof KEPT)[number]>

const STORED = columns('w', [...WRITTEN, ...KEPT])

/** A reward as everyone sees it. Without a merchant, the merchant's columns are null. */
export type RewardRow = StoredReward & {
  merchant_name: string | null
  merchant_slug: string
  merchant_address: string
  merchant_logo_key: string | null
  merchant_logo_placeholder: string | null
}

const PUBLIC_REWARD = sql`
  SELECT ${STORED}, m.name AS merchant_name, m.slug AS merchant_slug, m.address AS merchant_address,
    m.logo_key AS merchant_logo_key, m.logo_placeholder AS merchant_logo_placeholder
  FROM rewards w LEFT JOIN merchants m ON m.id = w.merchant_id`

const IS_CLOSED = sql`EXISTS (SELECT FROM merchants x WHERE x.id = w.merchant_id AND NOT x.is_active)`

export type PublishedReward = StoredReward & { is_closed: boolean }

export const PUBLISHED = sql`${STORED}, ${IS_CLOSED} AS is_closed`

const isOnOffer = (day: Parameter) => sql`w.state = 'published' AND w.start_date <= ${day}::date
  AND (w.end_date IS NULL OR w.end_date >= ${day}::date) AND NOT ${IS_CLOSED}`

type Offers = { day: string; merchantId: number | undefined }
type RewardPage = { rewards: RewardRow[]; total: number }

/** One page of the rewards that can be claimed on `day`, of all merchants or of one, the cheapest first. */
export function listRewards(db: Queryable, { day, merchantId }: Offers, page: number): Promise<RewardPage> {
  const ofMerchant = merchantId !== undefined && sql`w.merchant_id = ${parameter(merchantId)}`
  const found = all(isOnOffer(parameter(day)), ofMerchant)
  const { limit, name } = pageClause(page)
  return one<RewardPage>(db, `rewards.list.${merchantId === undefined ? 'all' : 'merchant'}.${name}`)`
    SELECT (SELECT count(*)::int FROM rewards w WHERE ${found}) AS total,
      (SELECT coalesce(json_agg(shown), '[]')
        FROM (${PUBLIC_REWARD} WHERE ${found} ORDER BY w.stamps, w.id ${limit}) shown) AS rewards`
}

export const findReward = (db: Queryable, { id, day }: { id: number; day: string }) =>
  maybe<RewardRow>(db, 'rewards.show')`${PUBLIC_REWARD} WHERE w.id = ${id} AND ${isOnOffer(parameter(day))}`

export type NamedReward = PublishedReward & { merchant: { id: number; name: string } | null }

/** `ending`: over by the clock, but not ended by the job yet. */
export type VoucherCounts = { ready: number; ready_stamps: number; used: number; ending: number }

export type AdminRewardRow = NamedReward & { vouchers: VoucherCounts }

const NAMED = sql`${PUBLISHED}, w.merchant_id AS "merchant.id",
  (SELECT m.name FROM merchants m WHERE m.id = w.merchant_id) AS "merchant.name"`

/** The state of voucher `v` of reward `w` at this time, as `stateAt` of the vouchers says. */
export const stateAtSql = (now: Parameter | Date) => sql`
  CASE WHEN v.state <> 'ready' THEN v.state WHEN v.expires_at <= ${now}::timestamptz THEN 'expired'
    WHEN w.recalled_at IS NOT NULL THEN 'voided' ELSE 'ready' END`

const countsAt = (now: Date) => sql`
  SELECT count(*) FILTER (WHERE v.state = 'ready')::int AS ready, count(*) FILTER (WHERE v.state = 'used')::int AS used,
    count(*) FILTER (WHERE v.state NOT IN ('ready', 'used'))::int AS ending,
    coalesce(sum(v.stamps) FILTER (WHERE v.state = 'ready'), 0)::int AS ready_stamps
  FROM (SELECT v.stamps, ${stateAtSql(now)} AS state FROM vouchers v
    WHERE v.reward_id = w.id AND v.state IN ('ready', 'used')) v`

type RewardFilter = { state: RewardFilterState | undefined; merchantId: number | undefined }

export function listAllRewards(db: Queryable, { state, merchantId }: RewardFilter, now: Date, page: number) {
  const found = all(
    state && sql`CASE WHEN w.recalled_at IS NOT NULL THEN 'recalled' ELSE w.state END = ${state}`,
    merchantId && sql`w.merchant_id = ${merchantId}`,
  )
  return many<AdminRewardRow>(db)`
    SELECT ${NAMED}, c.ready AS "vouchers.ready", c.ready_stamps AS "vouchers.ready_stamps", c.used AS "vouchers.used",
      c.ending AS "vouchers.ending"
    FROM rewards w CROSS JOIN LATERAL (${countsAt(now)}) c
    WHERE ${found} ORDER BY w.id DESC ${consolePageClause(page)}`
}

/** Counts the vouchers of a reward. Of a popular one this takes a while, so do not call it while the reward is locked. */
export const countVouchers = (db: Queryable, id: number, now: Date) =>
  one<VoucherCounts>(db)`SELECT c.* FROM rewards w CROSS JOIN LATERAL (${countsAt(now)}) c WHERE w.id = ${id}`

export const findNamedReward = (db: Queryable, id: number) =>
  maybe<NamedReward>(db)`SELECT ${NAMED} FROM rewards w WHERE w.id = ${id}`

/** Locks a reward until the transaction ends. Claims wait, and so do changes of its vouchers. */
export const lockReward = (tx: Queryable, id: number) =>
  run(tx, 'rewards.lock')`SELECT FROM rewards WHERE id = ${id} FOR NO KEY UPDATE`

export async function lockNamedReward(tx: Queryable, id: number): Promise<NamedReward | undefined> {
  await lockReward(tx, id)
  return findNamedReward(tx, id)
}

export function insertRewards(tx: Queryable, rewards: NewReward[], at: Date): Promise<number[]> {
  const drafts = rewards.map((reward) => ({ ...reward, created_at: at }))
  return values(tx)`${insertEach('rewards', [...WRITTEN, 'created_at'], drafts)} RETURNING id`
}

type Changes = Partial<NewReward & { state: RewardState; recalled_at: Date; recall_reason: string }>

const change = (tx: Queryable, id: number, changes: Changes) =>
  run(tx)`${update('rewards', { ...changes, version: sql`version + 1` })} WHERE id = ${id}`

export const updateReward = (tx: Queryable, id: number, reward: NewReward) => change(tx, id, pick(reward, WRITTEN))

export const updateState = (tx: Queryable, id: number, state: RewardState) => change(tx, id, { state })

/** Ends a reward and marks it as recalled. A job voids its unused vouchers. */
export const markRecalled = (tx: Queryable, id: number, { reason, at }: { reason: string; at: Date }) =>
  change(tx, id, { state: 'ended', recalled_at: at, recall_reason: reason })

export const deleteReward = (tx: Queryable, id: number) => run(tx)`DELETE FROM rewards WHERE id = ${id}`

export const findPublished = (db: Queryable, id: number) =>
  maybe<PublishedReward>(db, 'rewards.published')`
    SELECT ${PUBLISHED} FROM rewards w WHERE w.id = ${id} AND w.state <> 'draft'`

/** Takes one of the reward with this id and version from the stock, unless none is left or the reward has changed. */
export const takeOne = (version: number, id: Parameter | number): Sql => sql`
  UPDATE rewards SET taken = taken + 1
  WHERE version = ${version} AND id = ${id} AND state = 'published' AND (stock IS NULL OR taken < stock)`

/** Puts one back, because its voucher was not used or not made. */
export const putOneBack = (tx: Queryable, id: number) =>
  run(tx, 'rewards.put-back')`UPDATE rewards SET taken = taken - 1 WHERE id = ${id}`

/** Counts one that was handed over although its voucher had ended. The stock grows with it, because nothing can be put back. */
export const takeOneAgain = (tx: Queryable, id: number) =>
  run(tx)`
    UPDATE rewards SET taken = taken + 1, stock = CASE WHEN stock <= taken THEN taken + 1 ELSE stock END
    WHERE id = ${id}`

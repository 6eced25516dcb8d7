import { QUEUE_COUNT_MAX } from '@stampus/contract/limits'
import type { Queryable } from '../../platform/db/database.ts'
import { many, maybe, maybeValue, one, run, some } from '../../platform/db/query.ts'
import { insert } from '../../platform/db/rows.ts'
import { type Parameter, parameter, raw, type Sql, sql } from '../../platform/db/sql.ts'
import { hasConflict, markEscalated } from '../submissions/reviewed-submissions.store.ts'

/** What they skipped since `skippedSince` comes last. */
export type QueueQuery = { operatorId: number; now: Date; skippedSince: Date }

type Given = Sql | Parameter

const isManager = (operator: Given) => sql`(SELECT role = 'manager' FROM operators WHERE id = ${operator})`

const hasOthersLease = (operator: Given, now: Given) => sql`EXISTS (
  SELECT FROM leases l WHERE l.submission_id = s.id AND l.expires_at > ${now} AND l.operator_id <> ${operator})`

/** A second operator was asked to confirm a decision on submission `s`. */
const AWAITS_CONFIRMATION = sql`EXISTS (
  SELECT FROM confirmations w WHERE w.submission_id = s.id AND w.state = 'waiting')`

/** A receipt that this operator counts as waiting, even if it is leased to another one or waits for confirmation. */
export const isWaiting = (operator: Given) => sql`s.status = 'pending' AND NOT ${hasConflict(operator)}`

/** The comparison with `escalated` lets PostgreSQL use the index in the queue's order. */
export const isAvailable = (
  operator: Given,
  now: Given,
) => sql`s.status = 'pending' AND s.escalated <= ${isManager(operator)}
  AND NOT ${hasOthersLease(operator, now)} AND NOT ${hasConflict(operator)} AND NOT ${AWAITS_CONFIRMATION}`

/** Reads in the queue's order: what was not skipped since `skippedSince`, escalated first; then what was skipped. */
async function readQueue<Row>(
  db: Queryable,
  query: QueueQuery,
  {
    name,
    columns,
    but,
    rest,
    size,
  }: { name: { fresh: string; skipped: string }; columns: Sql; but: number; rest: Sql; size: number },
): Promise<Row[]> {
  const [operator, skippedSince] = [parameter(query.operatorId), parameter(query.skippedSince)]
  const available = sql`${isAvailable(operator, parameter(query.now))} AND s.id <> ${but}`
  const fresh = await many<Row>(db, name.fresh)`
    SELECT ${columns} FROM submissions s
    WHERE ${available} AND NOT EXISTS (
      SELECT FROM skips k WHERE k.submission_id = s.id AND k.operator_id = ${operator} AND k.skipped_at > ${skippedSince})
    ORDER BY s.escalated DESC, s.id LIMIT ${raw(size)} ${rest}`
  if (fresh.length === size) return fresh
  const skipped = await many<Row>(db, name.skipped)`
    SELECT ${columns} FROM skips k JOIN submissions s ON s.id = k.submission_id
    WHERE k.operator_id = ${operator} AND k.skipped_at > ${skippedSince} AND ${available}
    ORDER BY k.skipped_at, s.id LIMIT ${raw(size)} ${rest}`
  return [...fresh, ...skipped].slice(0, size)
}

/** Skips rows that are locked at the moment. */
export async function lockNext(tx: Queryable, query: QueueQuery): Promise<number | undefined> {
  const name = { fresh: 'queue.next', skipped: 'queue.next-skipped' }
  const rest = sql`FOR UPDATE OF s SKIP LOCKED`
  const [found] = await readQueue<{ id: number }>(tx, query, { name, columns: sql`s.id`, but: 0, rest, size: 1 })
  return found?.id
}

/** The key is null after the account was deleted or the retention time ended. */
export type StoredPicture = { picture_key: string | null; placeholder: string | null; width: number; height: number }
export type PictureRow = StoredPicture & { picture_key: string }

/** The columns of a `PictureRow` of submission `s`. */
export const PICTURE = sql`s.picture_key, s.placeholder, s.picture_width AS width, s.picture_height AS height`

const UPCOMING = 2

/** `openId` is 0 when none is open. */
export function findUpcomingPictures(db: Queryable, query: QueueQuery, openId: number) {
  const name = { fresh: 'queue.ahead', skipped: 'queue.ahead-skipped' }
  return readQueue<PictureRow>(db, query, { name, columns: PICTURE, but: openId, rest: sql``, size: UPCOMING })
}

type QueueCount = { waiting: number; escalated: number; held: number; confirming: number }

/** At most QUEUE_COUNT_MAX are counted. */
export function countQueue(db: Queryable, operatorId: number, now: Date) {
  const operator = parameter(operatorId)
  return one<QueueCount>(db, 'queue.count')`
    SELECT count(*) AS waiting, count(*) FILTER (WHERE escalated) AS escalated,
      count(*) FILTER (WHERE held) AS held, count(*) FILTER (WHERE confirming) AS confirming FROM (
      SELECT s.escalated, ${hasOthersLease(operator, parameter(now))} AS held, ${AWAITS_CONFIRMATION} AS confirming
      FROM submissions s WHERE ${isWaiting(operator)}
      ORDER BY s.escalated DESC, s.id LIMIT ${raw(QUEUE_COUNT_MAX)}) counted`
}

export const upsertSkip = (tx: Queryable, operatorId: number, submissionId: number, now: Date) => run(tx, 'queue.skip')`
  INSERT INTO skips (operator_id, submission_id, skipped_at)
  SELECT ${operatorId}, id, ${now} FROM submissions WHERE id = ${submissionId} AND status = 'pending'
  ON CONFLICT (operator_id, submission_id) DO UPDATE SET skipped_at = excluded.skipped_at`

export const removeSkips = (tx: Queryable, submissionId: number) =>
  run(tx, 'queue.unskip')`DELETE FROM skips WHERE submission_id = ${submissionId}`

export type Obstacles = { leased: boolean; has_conflict: boolean; escalated: boolean; confirming: boolean }

export function findObstacles(tx: Queryable, query: { submissionId: number; operatorId: number; now: Date }) {
  const operator = parameter(query.operatorId)
  return maybe<Obstacles>(tx, 'queue.obstacles')`
    SELECT ${hasOthersLease(operator, parameter(query.now))} AS leased, ${hasConflict(operator)} AS has_conflict,
      s.escalated AND NOT ${isManager(operator)} AS escalated, ${AWAITS_CONFIRMATION} AS confirming
    FROM submissions s WHERE s.id = ${query.submissionId}`
}

/** To write a lease, lock the submission's row first. */
export type Lease = { submissionId: number; operatorId: number; now: Date; expiresAt: Date }

/** Locks the operator, so that two calls at once end with one lease. */
export const lockOperator = (tx: Queryable, operatorId: number) =>
  run(tx, 'leases.operator')`SELECT FROM staff WHERE id = ${operatorId} FOR NO KEY UPDATE`

export const findOpenReceipt = (tx: Queryable, operatorId: number, now: Date) => maybeValue(tx, 'leases.open')`
  SELECT s.id FROM leases l JOIN submissions s ON s.id = l.submission_id
  WHERE l.operator_id = ${operatorId} AND l.expires_at > ${now} AND s.status = 'pending' ORDER BY s.id LIMIT 1`

/** Returns false when another operator has it. */
export const upsertLease = (tx: Queryable, lease: Lease) => some(tx, 'leases.upsert')`
  INSERT INTO leases AS held (submission_id, operator_id, expires_at)
  VALUES (${lease.submissionId}, ${lease.operatorId}, ${lease.expiresAt})
  ON CONFLICT (submission_id) DO UPDATE
    SET operator_id = excluded.operator_id, expires_at = excluded.expires_at
    WHERE held.operator_id = excluded.operator_id OR held.expires_at <= ${lease.now}
  RETURNING submission_id`

const OPEN_AT_MOST = 3

/** Skips an expired lease that another operator is taking at this moment. */
export const removeOldLeases = (tx: Queryable, operatorId: number) => run(tx, 'leases.old')`
  DELETE FROM leases WHERE submission_id IN (
    SELECT submission_id FROM leases WHERE operator_id = ${operatorId}
    ORDER BY expires_at DESC, submission_id DESC OFFSET ${raw(OPEN_AT_MOST)} FOR UPDATE SKIP LOCKED)`

export const removeLeasesOfOperator = (tx: Queryable, operatorId: number) =>
  run(tx, 'leases.none')`DELETE FROM leases WHERE operator_id = ${operatorId}`

export const removeLease = (db: Queryable, submissionId: number) =>
  run(db, 'leases.remove')`DELETE FROM leases WHERE submission_id = ${submissionId}`

export const removeOwnLease = (db: Queryable, submissionId: number, operatorId: number) =>
  run(db, 'leases.release')`DELETE FROM leases WHERE submission_id = ${submissionId} AND operator_id = ${operatorId}`

export type Escalation = { submissionId: number; operatorId: number; note: string; at: Date }

/** Returns false when it was escalated before. */
export async function insertEscalation(tx: Queryable, given: Escalation): Promise<boolean> {
  const { submissionId: submission_id, operatorId: operator_id, note, at: created_at } = given
  const escalation = insert('escalations', { submission_id, operator_id, note, created_at })
  if (!(await some(tx, 'escalations.insert')`${escalation} ON CONFLICT (submission_id) DO NOTHING`)) return false
  await markEscalated(tx, submission_id, true)
  return true
}

export const findEscalation = (tx: Queryable, submissionId: number) => maybe<Escalation>(tx, 'escalations.find')`
  SELECT submission_id AS "submissionId", operator_id AS "operatorId", note, created_at AS at
  FROM escalations WHERE submission_id = ${submissionId}`

export async function deleteEscalation(tx: Queryable, submissionId: number): Promise<void> {
  await run(tx, 'escalations.delete')`DELETE FROM escalations WHERE submission_id = ${submissionId}`
  await markEscalated(tx, submissionId, false)
}

/** When the account is deleted. Waiting requests lapse; decisions and the outcomes of disagreements stay. */
export async function eraseReviewNotes(tx: Queryable, userId: number, now: Date): Promise<void> {
  await run(
    tx,
  )`UPDATE confirmations SET state = 'lapsed', closed_at = ${now} WHERE user_id = ${userId} AND state = 'waiting'`
  await run(
    tx,
  )`UPDATE escalations e SET note = '' FROM submissions s WHERE s.id = e.submission_id AND s.user_id = ${userId}`
  await run(tx)`
    DELETE FROM disagreement_notes n USING spot_check_verdicts v, decisions d, submissions s
    WHERE v.id = n.verdict_id AND d.id = v.decision_id AND s.id = d.submission_id AND s.user_id = ${userId}`
  await run(tx)`UPDATE confirmations SET request = '{}', answer = NULL WHERE user_id = ${userId}`
  await run(tx)`DELETE FROM leases l USING submissions s WHERE s.id = l.submission_id AND s.user_id = ${userId}`
  await run(tx)`DELETE FROM skips k USING submissions s WHERE s.id = k.submission_id AND s.user_id = ${userId}`
}

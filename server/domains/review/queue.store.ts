import { QUEUE_COUNT_MAX } from '@stampus/contract/limits'
import type { Queryable } from '../../platform/db/database.ts'
import { HAS_CONFLICT, markEscalated } from '../submissions/reviewed-submissions.store.ts'

/** An operator's view of the queue at an instant. What they skipped since `skippedSince` comes last. */
export type QueueQuery = { operatorId: number; now: Date; skippedSince: Date }

const IS_MANAGER = "(SELECT role = 'manager' FROM operators WHERE id = $1)"
const OTHERS_LEASE = `EXISTS (
  SELECT FROM leases l WHERE l.submission_id = s.id AND l.expires_at > $2 AND l.operator_id <> $1)`

/** SQL condition: a second operator was asked to confirm a decision on submission `s`. */
const AWAITS_CONFIRMATION = "EXISTS (SELECT FROM confirmations w WHERE w.submission_id = s.id AND w.state = 'waiting')"

/**
 * SQL condition: submission `s` waits, as operator `$1` counts it. Includes receipts leased to other operators or
 * waiting for confirmation.
 */
export const WAITING = `s.status = 'pending' AND NOT ${HAS_CONFLICT}`

/**
 * SQL condition: operator `$1` can lease submission `s` at `$2`. The comparison with `escalated` lets PostgreSQL use
 * the index in the queue's order.
 */
export const AVAILABLE = `s.status = 'pending' AND s.escalated <= ${IS_MANAGER} AND NOT ${OTHERS_LEASE} AND NOT ${HAS_CONFLICT}
  AND NOT ${AWAITS_CONFIRMATION}`

/** SQL: available receipts except `$4` that the operator has not skipped since `$3`. Escalated ones come first. */
const FRESH = `
  FROM submissions s
  WHERE ${AVAILABLE} AND s.id <> $4 AND NOT EXISTS (
    SELECT FROM skips k WHERE k.submission_id = s.id AND k.operator_id = $1 AND k.skipped_at > $3)
  ORDER BY s.escalated DESC, s.id`

/** SQL: available receipts that the operator has skipped since `$3`. */
const SKIPPED = `
  FROM skips k JOIN submissions s ON s.id = k.submission_id
  WHERE k.operator_id = $1 AND k.skipped_at > $3 AND ${AVAILABLE} AND s.id <> $4
  ORDER BY k.skipped_at, s.id`

type Ordered = { name: string; order: string }

/** Locks the next receipt for this operator. Skips rows that are locked at the moment. */
export async function lockNext(
  tx: Queryable,
  { operatorId, now, skippedSince }: QueueQuery,
): Promise<number | undefined> {
  const lockFirst = async ({ name, order }: Ordered) => {
    const text = `SELECT s.id ${order} LIMIT 1 FOR UPDATE OF s SKIP LOCKED`
    const { rows } = await tx.query<{ id: number }>({ name, text, values: [operatorId, now, skippedSince, 0] })
    return rows[0]?.id
  }
  return (
    (await lockFirst({ name: 'queue.next', order: FRESH })) ?? lockFirst({ name: 'queue.next-skipped', order: SKIPPED })
  )
}

export type PictureRow = { picture_key: string; placeholder: string | null; width: number; height: number }

const UPCOMING = 2

/** Finds the pictures that probably come after the open receipt (`openId`, or 0). */
export async function findUpcomingPictures(db: Queryable, query: QueueQuery, openId: number): Promise<PictureRow[]> {
  const values = [query.operatorId, query.now, query.skippedSince, openId]
  const find = async ({ name, order }: Ordered) => {
    const shown = 's.picture_key, s.placeholder, s.picture_width AS width, s.picture_height AS height'
    return (await db.query<PictureRow>({ name, text: `SELECT ${shown} ${order} LIMIT ${UPCOMING}`, values })).rows
  }
  const fresh = await find({ name: 'queue.ahead', order: FRESH })
  if (fresh.length === UPCOMING) return fresh
  return [...fresh, ...(await find({ name: 'queue.ahead-skipped', order: SKIPPED }))].slice(0, UPCOMING)
}

type QueueCount = { waiting: number; escalated: number; held: number; confirming: number }

/**
 * Counts the waiting receipts, and how many of them are escalated, leased to other operators, or waiting for
 * confirmation. Counts up to QUEUE_COUNT_MAX.
 */
export async function countQueue(db: Queryable, operatorId: number, now: Date): Promise<QueueCount> {
  const { rows } = await db.query<QueueCount>({
    name: 'queue.count',
    text: `SELECT count(*) AS waiting, count(*) FILTER (WHERE escalated) AS escalated,
             count(*) FILTER (WHERE held) AS held, count(*) FILTER (WHERE confirming) AS confirming FROM (
             SELECT s.escalated, ${OTHERS_LEASE} AS held, ${AWAITS_CONFIRMATION} AS confirming FROM submissions s WHERE ${WAITING}
             ORDER BY s.escalated DESC, s.id LIMIT ${QUEUE_COUNT_MAX}) counted`,
    values: [operatorId, now],
  })
  return rows[0] ?? { waiting: 0, escalated: 0, held: 0, confirming: 0 }
}

/** Records that the operator skipped a receipt. */
export async function upsertSkip(tx: Queryable, operatorId: number, submissionId: number, now: Date): Promise<void> {
  await tx.query({
    name: 'queue.skip',
    text: `INSERT INTO skips (operator_id, submission_id, skipped_at)
           SELECT $1, id, $3 FROM submissions WHERE id = $2 AND status = 'pending'
           ON CONFLICT (operator_id, submission_id) DO UPDATE SET skipped_at = excluded.skipped_at`,
    values: [operatorId, submissionId, now],
  })
}

/** Removes all skips of a decided receipt. */
export async function removeSkips(tx: Queryable, submissionId: number): Promise<void> {
  await tx.query({ name: 'queue.unskip', text: 'DELETE FROM skips WHERE submission_id = $1', values: [submissionId] })
}

/** Why an operator cannot work on a receipt. */
export type Obstacles = { leased: boolean; has_conflict: boolean; escalated: boolean; confirming: boolean }

export async function findObstacles(
  tx: Queryable,
  query: { submissionId: number; operatorId: number; now: Date },
): Promise<Obstacles | undefined> {
  const { rows } = await tx.query<Obstacles>({
    name: 'queue.obstacles',
    text: `SELECT ${OTHERS_LEASE} AS leased, ${HAS_CONFLICT} AS has_conflict, s.escalated AND NOT ${IS_MANAGER} AS escalated,
             ${AWAITS_CONFIRMATION} AS confirming
           FROM submissions s WHERE s.id = $3`,
    values: [query.operatorId, query.now, query.submissionId],
  })
  return rows[0]
}

/** A receipt open at one operator's desk until `expiresAt`. To write a lease, lock the submission's row first. */
export type Lease = { submissionId: number; operatorId: number; now: Date; expiresAt: Date }

/** Locks the operator, so that two calls at once end with one lease. */
export async function lockOperator(tx: Queryable, operatorId: number): Promise<void> {
  await tx.query({
    name: 'leases.operator',
    text: 'SELECT FROM operators WHERE id = $1 FOR NO KEY UPDATE',
    values: [operatorId],
  })
}

/** Finds the receipt that an operator has open. */
export async function findOpenReceipt(tx: Queryable, operatorId: number, now: Date): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>({
    name: 'leases.open',
    text: `SELECT s.id FROM leases l JOIN submissions s ON s.id = l.submission_id
           WHERE l.operator_id = $1 AND l.expires_at > $2 AND s.status = 'pending' ORDER BY s.id LIMIT 1`,
    values: [operatorId, now],
  })
  return rows[0]?.id
}

/** Leases the receipt to the operator, or renews the lease. Returns false when another operator has it. */
export async function upsertLease(tx: Queryable, lease: Lease): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'leases.upsert',
    text: `INSERT INTO leases AS held (submission_id, operator_id, expires_at) VALUES ($1, $2, $4)
           ON CONFLICT (submission_id) DO UPDATE
             SET operator_id = excluded.operator_id, expires_at = excluded.expires_at
             WHERE held.operator_id = excluded.operator_id OR held.expires_at <= $3
           RETURNING submission_id`,
    values: [lease.submissionId, lease.operatorId, lease.now, lease.expiresAt],
  })
  return rowCount === 1
}

const OPEN_AT_MOST = 3

/**
 * Removes an operator's oldest leases beyond three. Skips an expired one that another operator is taking at this
 * moment.
 */
export async function removeOldLeases(tx: Queryable, operatorId: number): Promise<void> {
  await tx.query({
    name: 'leases.old',
    text: `DELETE FROM leases WHERE submission_id IN (
             SELECT submission_id FROM leases WHERE operator_id = $1
             ORDER BY expires_at DESC, submission_id DESC OFFSET ${OPEN_AT_MOST} FOR UPDATE SKIP LOCKED)`,
    values: [operatorId],
  })
}

/** Returns all receipts of an operator to the queue. */
export async function removeLeasesOfOperator(tx: Queryable, operatorId: number): Promise<void> {
  await tx.query({ name: 'leases.none', text: 'DELETE FROM leases WHERE operator_id = $1', values: [operatorId] })
}

export async function removeLease(db: Queryable, submissionId: number): Promise<void> {
  await db.query({
    name: 'leases.remove',
    text: 'DELETE FROM leases WHERE submission_id = $1',
    values: [submissionId],
  })
}

export async function removeOwnLease(db: Queryable, submissionId: number, operatorId: number): Promise<void> {
  await db.query({
    name: 'leases.release',
    text: 'DELETE FROM leases WHERE submission_id = $1 AND operator_id = $2',
    values: [submissionId, operatorId],
  })
}

export type Escalation = { submissionId: number; operatorId: number; note: string; at: Date }

/** Escalates a receipt to managers. Returns false when it was escalated before. */
export async function insertEscalation(tx: Queryable, given: Escalation): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'escalations.insert',
    text: `INSERT INTO escalations (submission_id, operator_id, note, created_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (submission_id) DO NOTHING`,
    values: [given.submissionId, given.operatorId, given.note, given.at],
  })
  if (rowCount !== 1) return false
  await markEscalated(tx, given.submissionId, true)
  return true
}

export async function findEscalation(tx: Queryable, submissionId: number): Promise<Escalation | undefined> {
  const { rows } = await tx.query<Escalation>({
    name: 'escalations.find',
    text: `SELECT submission_id AS "submissionId", operator_id AS "operatorId", note, created_at AS at
           FROM escalations WHERE submission_id = $1`,
    values: [submissionId],
  })
  return rows[0]
}

/** Removes an escalation. */
export async function deleteEscalation(tx: Queryable, submissionId: number): Promise<void> {
  await tx.query({
    name: 'escalations.delete',
    text: 'DELETE FROM escalations WHERE submission_id = $1',
    values: [submissionId],
  })
  await markEscalated(tx, submissionId, false)
}

/**
 * Removes what reviewers wrote about a member's submissions, when the account is deleted. Waiting confirmation
 * requests lapse. Decisions and the outcomes of disagreements stay.
 */
export async function eraseReviewNotes(tx: Queryable, userId: number, now: Date): Promise<void> {
  await tx.query({
    text: "UPDATE confirmations SET state = 'lapsed', closed_at = $2 WHERE user_id = $1 AND state = 'waiting'",
    values: [userId, now],
  })
  for (const text of [
    "UPDATE escalations e SET note = '' FROM submissions s WHERE s.id = e.submission_id AND s.user_id = $1",
    `DELETE FROM settlement_notes n USING spot_check_verdicts v, decisions d, submissions s
      WHERE v.id = n.verdict_id AND d.id = v.decision_id AND s.id = d.submission_id AND s.user_id = $1`,
    "UPDATE confirmations SET request = '{}', answer = NULL WHERE user_id = $1",
    'DELETE FROM leases l USING submissions s WHERE s.id = l.submission_id AND s.user_id = $1',
    'DELETE FROM skips k USING submissions s WHERE s.id = k.submission_id AND s.user_id = $1',
  ])
    await tx.query({ text, values: [userId] })
}

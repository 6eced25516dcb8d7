import type { FailedMail, MailKind } from '@stampus/contract/console/failedMail'
import { consolePageClause } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { many, maybe, one, rowCount, run, value } from '../../platform/db/query.ts'
import { insert } from '../../platform/db/rows.ts'
import { parameter, raw, sql } from '../../platform/db/sql.ts'

/** Counting stops here: a higher number would not say more. */
const COUNT_MAX = 10_000

type Failure = { kind: MailKind; subjectId: number; refusal: string; tries: number; at: Date }

/** A later failure of the same mail replaces it. */
export function saveFailure(db: Queryable, { kind, subjectId, refusal, tries, at }: Failure): Promise<void> {
  const failed = { kind, subject_id: subjectId, reason: refusal, tries, failed_at: at }
  return run(db, 'failed-mail.save')`${insert('failed_mails', failed)}
    ON CONFLICT (kind, subject_id) DO UPDATE
      SET reason = excluded.reason, tries = excluded.tries, failed_at = excluded.failed_at`
}

export type FailureRow = Omit<FailedMail, 'failed_at'> & { subject_id: number; failed_at: Date }

/** Failures of mails that are still relevant, with their recipients. Unlock links are if requested after a time. */
function failures(unlocksAfter: Date) {
  const since = parameter(unlocksAfter)
  return sql`
  SELECT f.id, f.kind, f.subject_id, f.reason AS refusal, f.tries, f.failed_at, u.id AS member_id, o.id AS operator_id,
    w.id AS owner_id, coalesce(u.name, o.name, w.name) AS name, coalesce(about.address, u.email, o.email, w.email) AS email
  FROM failed_mails f
  JOIN LATERAL (
    SELECT f.subject_id AS user_id, NULL::bigint AS operator_id, NULL::bigint AS owner_id, NULL AS address WHERE f.kind = 'verification'
    UNION ALL SELECT user_id, NULL, NULL, CASE f.kind WHEN 'email-change' THEN new_email ELSE old_email END
      FROM email_changes WHERE f.kind IN ('email-change', 'email-change-notice') AND id = f.subject_id
    UNION ALL SELECT user_id, NULL, NULL, NULL FROM password_resets WHERE f.kind = 'password-reset' AND id = f.subject_id
    UNION ALL SELECT b.user_id, NULL, NULL, NULL FROM browser_unlocks b WHERE f.kind = 'unlock' AND b.id = f.subject_id
      AND b.opened_at IS NULL AND b.browser_hash <> '' AND b.asked_at > ${since}
      AND NOT EXISTS (SELECT FROM suspensions x WHERE x.user_id = b.user_id AND x.ended_at IS NULL)
    UNION ALL SELECT s.user_id, NULL, NULL, NULL FROM decisions d JOIN submissions s ON s.id = d.submission_id
      WHERE f.kind = 'decision' AND d.id = f.subject_id
    UNION ALL SELECT s.user_id, NULL, NULL, NULL FROM appeals a JOIN submissions s ON s.id = a.submission_id
      WHERE f.kind = 'appeal-answer' AND a.id = f.subject_id
    UNION ALL SELECT s.user_id, NULL, NULL, NULL FROM reversals r JOIN submissions s ON s.id = r.submission_id
      WHERE f.kind = 'reversal' AND r.id = f.subject_id
    UNION ALL SELECT user_id, NULL, NULL, NULL FROM stamp_adjustments WHERE f.kind = 'stamp-correction' AND id = f.subject_id
    UNION ALL SELECT user_id, NULL, NULL, NULL FROM vouchers WHERE f.kind IN ('voucher-ended', 'voucher-reminder') AND id = f.subject_id
    UNION ALL SELECT c.user_id, NULL, NULL, NULL FROM case_messages x JOIN cases c ON c.id = x.case_id
      WHERE f.kind = 'case-answer' AND x.id = f.subject_id
    UNION ALL SELECT NULL, staff_id, NULL, NULL FROM staff_links WHERE f.kind = 'operator-link' AND id = f.subject_id AND app = 'console'
    UNION ALL SELECT NULL, staff_id, NULL, NULL FROM staff_unlocks WHERE f.kind = 'operator-unlock' AND id = f.subject_id
      AND app = 'console' AND opened_at IS NULL AND browser_hash IS NULL AND asked_at > ${since}
    UNION ALL SELECT NULL, f.subject_id, NULL, NULL WHERE f.kind = 'second-factor-reset'
    UNION ALL SELECT NULL, NULL, staff_id, NULL FROM staff_links WHERE f.kind = 'owner-link' AND id = f.subject_id AND app = 'counter'
    UNION ALL SELECT NULL, NULL, staff_id, NULL FROM staff_unlocks WHERE f.kind = 'owner-unlock' AND id = f.subject_id
      AND app = 'counter' AND opened_at IS NULL AND browser_hash IS NULL AND asked_at > ${since}
    UNION ALL SELECT NULL, NULL, f.subject_id, NULL WHERE f.kind = 'owner-second-factor-reset'
    UNION ALL SELECT NULL, NULL, owner_id, NULL FROM owner_notices WHERE f.kind = 'owner-added' AND id = f.subject_id
    UNION ALL SELECT NULL, NULL, owner_id, NULL FROM statement_mails WHERE f.kind = 'statement-issued' AND id = f.subject_id
    UNION ALL SELECT NULL, NULL, owner_id, NULL FROM line_disputes WHERE f.kind = 'dispute-answered' AND id = f.subject_id
  ) about ON true
  LEFT JOIN users u ON u.id = about.user_id AND u.deleted_at IS NULL
  LEFT JOIN operators o ON o.id = about.operator_id AND o.removed_at IS NULL
  LEFT JOIN owners w ON w.id = about.owner_id AND w.removed_at IS NULL
  WHERE num_nonnulls(u.id, o.id, w.id) = 1
    AND (f.kind <> 'verification' OR u.email_verified_at IS NULL)
    AND (f.kind <> 'email-change' OR u.pending_email = about.address)`
}

export const listFailures = (db: Queryable, page: number, unlocksAfter: Date) =>
  many<FailureRow>(db)`
    ${failures(unlocksAfter)} ORDER BY f.failed_at DESC, f.id DESC ${consolePageClause(page)}`

export const countFailures = (db: Queryable, unlocksAfter: Date) =>
  value(db, 'failed-mail.count')`SELECT count(*) FROM (${failures(unlocksAfter)} LIMIT ${raw(COUNT_MAX)}) counted`

type Summary = { count: number; oldest_at: Date | null }

export const summarizeFailures = (db: Queryable, unlocksAfter: Date) =>
  one<Summary>(db)`
    SELECT count(*), min(failed_at) AS oldest_at FROM (${failures(unlocksAfter)} LIMIT ${raw(COUNT_MAX)}) counted`

export const lockFailure = (tx: Queryable, id: number, unlocksAfter: Date) =>
  maybe<FailureRow>(tx)`${failures(unlocksAfter)} AND f.id = ${id} FOR UPDATE OF f`

export const deleteFailure = (tx: Queryable, id: number) => run(tx)`DELETE FROM failed_mails WHERE id = ${id}`

export const deleteOldFailures = (db: Queryable, failedBefore: Date) =>
  rowCount(db)`DELETE FROM failed_mails WHERE failed_at < ${failedBefore}`

import type { Queryable } from '../../platform/db/database.ts'
import { values } from '../../platform/db/query.ts'
import { raw } from '../../platform/db/sql.ts'

/** What must hold in the ledger, each as the statement that finds what contradicts it. */
const CHECKS = [
  // An approved submission has exactly one valid decision and one valid credit of its stamps to its owner.
  `
    SELECT format('Submission %s is %s with %s stamps but %s are credited in %s live entries',
                  s.id, s.status, s.stamps, COALESCE(live.stamps, 0), COALESCE(live.entries, 0)) AS error
    FROM submissions s
    LEFT JOIN (
      SELECT d.submission_id, count(*) AS entries, sum(l.stamps) AS stamps
      FROM ledger_entries l
      JOIN decisions d ON d.id = l.decision_id
      WHERE l.kind = 'approval'
        AND NOT EXISTS (SELECT FROM ledger_entries u WHERE u.decision_id = l.decision_id AND u.kind = 'undo')
      GROUP BY d.submission_id
    ) live ON live.submission_id = s.id
    WHERE COALESCE(live.stamps, 0) <> s.stamps
       OR COALESCE(live.entries, 0) <> CASE WHEN s.stamps > 0 THEN 1 ELSE 0 END
       OR (s.stamps <> 0 AND s.status <> 'approved')`,
  // An entry of a decision is that of an approval or of its undo, for the right member.
  `
    SELECT format('Ledger entry %s (%s, %s stamps) does not fit its decision %s', l.id, l.kind, l.stamps, d.id)
    FROM ledger_entries l
    JOIN decisions d ON d.id = l.decision_id
    JOIN submissions s ON s.id = d.submission_id
    LEFT JOIN decision_undos u ON u.decision_id = d.id
    LEFT JOIN ledger_entries a ON a.decision_id = d.id AND a.kind = 'approval'
    LEFT JOIN ledger_entries c ON c.decision_id = d.id AND c.kind = 'undo'
    WHERE l.user_id <> s.user_id
       OR d.status <> 'approved'
       OR a.stamps IS DISTINCT FROM d.stamps
       OR c.stamps IS DISTINCT FROM CASE WHEN u.decision_id IS NOT NULL THEN -d.stamps END`,
  // A pending or withdrawn submission has no decision in force; one withdrawn by a deleted account is rejected without.
  `
    SELECT format('Submission %s is %s but its standing decisions are: %s',
                  s.id, s.status, COALESCE(string_agg(d.status || ' with ' || d.stamps, ', '), 'none'))
    FROM submissions s
    JOIN users o ON o.id = s.user_id
    LEFT JOIN decisions d ON d.submission_id = s.id
      AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id)
    GROUP BY s.id, o.id
    HAVING (count(d.id) <> CASE WHEN s.status IN ('pending', 'withdrawn') THEN 0 ELSE 1 END
          AND NOT (count(d.id) = 0 AND s.status = 'rejected' AND o.deleted_at IS NOT NULL))
        OR COALESCE(bool_or(d.status <> s.status OR d.stamps <> s.stamps), false)`,
  // The stamps of an approval are those of the earning rule that it names.
  // Approvals of earlier releases name no rule.
  `
    SELECT format('Decision %s has %s stamps but by rule %s its amount earns another number', d.id, d.stamps, e.id)
    FROM decisions d
    JOIN earning_rules e ON e.id = d.earning_rule_id
    JOIN submissions s ON s.id = d.submission_id
    WHERE NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id)
      AND (d.status <> 'approved' OR d.stamps <>
        CASE WHEN s.amount_sen > 0 THEN LEAST(e.max_stamps, GREATEST(e.min_stamps, s.amount_sen / e.sen_per_stamp)) ELSE 0 END)`,
  // A stamp adjustment has exactly one entry.
  `
    SELECT format('Stamp adjustment %s of %s stamps for member %s has the entry: %s',
                  c.id, c.stamps, c.user_id, COALESCE(l.stamps || ' stamps for member ' || l.user_id, 'none'))
    FROM stamp_adjustments c
    LEFT JOIN ledger_entries l ON l.stamp_adjustment_id = c.id
    WHERE l.stamps IS DISTINCT FROM c.stamps OR l.user_id IS DISTINCT FROM c.user_id`,
  // A voucher has one redemption. If it ended with its stamps given back, it has one return, else none; if it was paid
  // for as used after that, it may have a second redemption. Its state is that of its events.
  `
    SELECT format('Voucher %s of %s stamps is %s but has %s redeemed and %s returned in %s entries',
                  v.id, v.stamps, v.state, COALESCE(l.redeemed, 0), COALESCE(l.returned, 0), COALESCE(l.entries, 0))
    FROM vouchers v
    LEFT JOIN (
      SELECT e.voucher_id, count(*) AS entries, sum(l.stamps) FILTER (WHERE l.kind = 'redemption') AS redeemed,
        sum(l.stamps) FILTER (WHERE l.kind = 'redemption_return') AS returned, min(l.user_id) AS first, max(l.user_id) AS last,
        bool_and((l.kind = 'redemption') = (e.kind IN ('claimed', 'used'))) AS fit,
        count(*) FILTER (WHERE e.kind = 'used') AS again
      FROM ledger_entries l JOIN voucher_events e ON e.id = l.voucher_event_id
      GROUP BY e.voucher_id
    ) l ON l.voucher_id = v.id
    LEFT JOIN LATERAL (
      SELECT bool_or(stamps_back) AS back,
        (array_agg(kind ORDER BY id DESC))[1] AS last,
        coalesce((array_agg(kind ORDER BY id DESC) FILTER (WHERE kind IN ('used', 'unused')))[1] = 'used', false) AS was_used
      FROM voucher_events WHERE voucher_id = v.id
    ) e ON true
    WHERE l.redeemed IS DISTINCT FROM -v.stamps * (1 + COALESCE(l.again, 0))
       OR l.again > CASE WHEN e.back AND v.state = 'used' THEN 1 ELSE 0 END
       OR COALESCE(l.returned, 0) <> CASE WHEN e.back THEN v.stamps ELSE 0 END
       OR l.entries <> l.again + CASE WHEN e.back THEN 2 ELSE 1 END
       OR l.first <> v.user_id OR l.last <> v.user_id OR NOT l.fit
       OR e.was_used <> (v.used_at IS NOT NULL)
       OR (v.state = 'ready' AND EXISTS (SELECT FROM users u WHERE u.id = v.user_id AND u.deleted_at IS NOT NULL))
       OR v.state <> CASE WHEN e.last IN ('recalled', 'below_zero') THEN 'voided' WHEN e.last IN ('claimed', 'unused') THEN 'ready'
         ELSE e.last END`,
  // A reward's count of taken vouchers is the number that are ready or were handed over, and not above its stock.
  `
    SELECT format('Reward %s counts %s taken of %s but %s vouchers are ready or were handed over',
                  w.id, w.taken, COALESCE(w.stock::text, 'any number'), count(v.id))
    FROM rewards w
    LEFT JOIN vouchers v ON v.reward_id = w.id AND (v.state = 'ready' OR v.used_at IS NOT NULL)
    GROUP BY w.id
    HAVING w.taken <> count(v.id) OR w.taken > w.stock`,
  // A reversal is followed by the decision that it made.
  `
    SELECT format('Reversal %s set submission %s to %s but was followed by: %s',
                  r.id, r.submission_id, r.status, COALESCE(d.status, 'nothing'))
    FROM reversals r
    JOIN decisions t ON t.id = r.decision_id
    LEFT JOIN LATERAL (SELECT n.* FROM decisions n WHERE n.submission_id = r.submission_id AND n.id > r.decision_id
                       ORDER BY n.id LIMIT 1) d ON true
    WHERE t.submission_id <> r.submission_id
       OR (r.status <> 'pending' AND (d.status, d.operator_id) IS DISTINCT FROM (r.status, r.operator_id))`,
  // What waits for a second operator has no effect yet.
  // A request to approve waits as long as its submission does. A confirmed request has a decision.
  `
    SELECT format('Request %s (%s) is %s but submission %s is %s', c.id, c.kind, c.state, s.id, s.status)
    FROM confirmations c JOIN submissions s ON s.id = c.submission_id
    WHERE (c.state = 'waiting' AND (c.kind = 'approval') <> (s.status = 'pending'))
       OR (c.state = 'confirmed' AND c.kind = 'approval' AND c.decision_id IS NULL)`,
]

/** Compares the ledger with the decisions of operators. Returns one sentence per contradiction, none if all is well. */
export const findLedgerErrors = (db: Queryable) => values<string>(db)`${raw(CHECKS.join(' UNION ALL '))}`

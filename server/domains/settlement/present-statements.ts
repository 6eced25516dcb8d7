import type { Dispute, LateHandOver } from '@stampus/contract/console/settlement/questions'
import type { AdminStatement } from '@stampus/contract/console/settlement/statements'
import type { Statement, StatementLine } from '@stampus/contract/counter/statements'
import type { StampsOutcome } from '../rewards/hand-overs/settling.service.ts'
import type { OpenDisputeRow } from './disputes.store.ts'
import type { LateRow } from './late.store.ts'
import type { LineRow, StatementRow } from './statements.store.ts'

/** A statement as the owner sees it. */
export function presentStatement(row: StatementRow): Statement {
  const { month, state, total_sen, lines, open_disputes, payment_reference } = row
  const times = { issued_at: iso(row.issued_at), accepted_at: iso(row.accepted_at), paid_at: iso(row.paid_at) }
  return { month, state, total_sen, lines, open_disputes, payment_reference, ...times }
}

/** A statement as managers see it. */
export function presentAdminStatement(row: StatementRow): AdminStatement {
  return {
    ...presentStatement(row),
    id: row.id,
    merchant: { id: row.merchant_id, name: row.merchant_name },
    next: row.next,
    issued_by: row.issued_by_name,
    accepted_by: row.accepted_by_name,
    paid_by: row.paid_by_name,
  }
}

const iso = (at: Date | null) => at?.toISOString() ?? null

export function presentLine(line: LineRow): StatementLine {
  const { id, kind, at, way, number, title, title_ms, amount_sen, reason, dispute_id, dispute, answer } = line
  const isDisputed = dispute_id !== null && dispute !== null
  const disputed = isDisputed ? { id: dispute_id, reason: dispute, answer, adjusted_sen: line.adjusted_sen ?? 0 } : null
  const shown = { id, kind, at: at.toISOString(), way, number, title, amount_sen, reason, dispute: disputed }
  return title_ms === null ? shown : { ...shown, title_ms }
}

export function presentDispute(row: OpenDisputeRow): Dispute {
  return {
    id: row.dispute_id ?? 0,
    merchant: { id: row.merchant_id, name: row.merchant_name },
    month: row.month,
    owner: row.owner_name,
    reason: row.dispute ?? '',
    created_at: row.disputed_at.toISOString(),
    line: presentLine(row),
    voucher_id: row.voucher_id,
  }
}

export function presentLate(row: LateRow & { outcome: StampsOutcome }): LateHandOver {
  return {
    id: row.id,
    voucher: { id: row.voucher_id, number: row.number, title: row.title },
    merchant: { id: row.merchant_id, name: row.merchant_name },
    cashier: row.cashier_name,
    phone: row.phone_name,
    noted_at: row.noted_at.toISOString(),
    created_at: row.created_at.toISOString(),
    voucher_state: row.voucher_state,
    owed_sen: row.owed_sen,
    reports: row.reports.map(({ noted_at, created_at, ...who }) => ({
      ...who,
      noted_at: new Date(noted_at).toISOString(),
      created_at: new Date(created_at).toISOString(),
    })),
    is_settled: row.is_settled,
    if_paid: row.outcome,
    ended: row.ended_at && {
      at: row.ended_at.toISOString(),
      way: row.ended_way,
      by: row.ended_by,
      phone: row.ended_on,
      billed_in: row.billed_in,
      undone: row.undone_by && row.undone_at && { kind: row.undone_by, at: row.undone_at.toISOString() },
    },
  }
}

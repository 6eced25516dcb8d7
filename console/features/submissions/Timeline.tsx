import type { DecisionDetails, SubmissionHistory } from '@stampus/contract/console/submissions'
import type { Status } from '@stampus/contract/submissions'
import { When } from '../../shared/components/When.tsx'
import { fieldLabel, valueText } from '../../shared/labels/fieldLabels.ts'
import { reversalLabels, settlementLabels, stampChange, statusLabels } from '../../shared/labels/labels.ts'
import { reasonLabel } from '../../shared/labels/reasons.ts'

/** A receipt's history and its ledger entries, the newest first. */
export function Timeline({ receipt }: { receipt: SubmissionHistory }) {
  return (
    <section aria-label="History" className="grid gap-4 rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <h2 className="font-bold text-lead">History</h2>
      <ol className="grid gap-4 border-line border-l-2 pl-4">
        {listEvents(receipt).map((happening) => (
          <Line key={`${happening.at} ${happening.what}`} {...happening} />
        ))}
      </ol>
      {receipt.ledger.length > 0 ? <Ledger entries={receipt.ledger} /> : null}
    </section>
  )
}

function Line({ at, what, by, texts }: TimelineEvent) {
  return (
    <li className="min-w-0">
      <p className="font-semibold">{what}</p>
      <p className="wrap-anywhere text-small text-muted">
        {by}, <When at={at} />
      </p>
      {texts.map((text) => (
        <p key={text} className="wrap-anywhere mt-1 whitespace-pre-line">
          {text}
        </p>
      ))}
    </li>
  )
}

const kinds = { approval: 'Approval', undo: 'Reversal' }

function Ledger({ entries }: { entries: SubmissionHistory['ledger'] }) {
  return (
    <div>
      <h3 className="mb-1 font-semibold">Ledger entries</h3>
      <ul className="grid gap-1">
        {entries.map(({ id, kind, stamps, created_at }) => (
          <li key={id} className="flex gap-3 tabular-nums">
            <span className="w-10 text-right font-semibold">{stampChange(stamps)}</span>
            <span>{kinds[kind]}</span>
            <span className="text-muted">
              <When at={created_at} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One event of a receipt: when, what, by whom, and its texts. */
type TimelineEvent = { at: string; what: string; by: string; texts: string[] }

/** The events of a receipt, the newest first. */
function listEvents(receipt: SubmissionHistory): TimelineEvent[] {
  const { created_at, member, escalation, decisions, appeal } = receipt
  const all = [
    { at: created_at, what: 'Received', by: member.name, texts: [] },
    ...(escalation
      ? [
          {
            at: escalation.created_at,
            what: 'Escalated to managers',
            by: escalation.operator.name,
            texts: [escalation.note],
          },
        ]
      : []),
    ...decisions.flatMap(decisionEvents),
    ...receipt.confirmations.flatMap(requestEvents),
    ...(appeal ? appealEvents(appeal, member.name) : []),
    ...withdrawalEvents(receipt),
    ...deletionEvents(receipt),
  ]
  // Of two events at the same moment, the later one of the list comes first.
  return all.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).reverse()
}

function decisionEvents(decision: DecisionDetails): TimelineEvent[] {
  const { status, stamps, reason, notes, corrections, operator, confirmed_by, created_at, second_look, taken_back } =
    decision
  const earned = stamps > 0 ? `, ${stamps} ${stamps === 1 ? 'stamp' : 'stamps'}` : ''
  const texts = [...corrections.map(correctionText), ...[reason, notes].filter((text) => text !== null)]
  const by = confirmed_by ? `${operator.name}, confirmed by ${confirmed_by.name}` : operator.name
  const made = { at: created_at, what: `${statusLabels[status]}${earned}`, by, texts }
  return [made, ...(second_look ? spotCheckEvents(second_look) : []), ...(taken_back ? [undoEvent(taken_back)] : [])]
}

function spotCheckEvents(look: NonNullable<DecisionDetails['second_look']>): TimelineEvent[] {
  const { created_at, status, reason_code, corrections, operator, settlement } = look
  const texts = [...corrections.map(correctionText), ...(reason_code ? [reasonLabel(reason_code)] : [])]
  const made = { at: created_at, what: `Spot check: ${statusLabels[status].toLowerCase()}`, by: operator.name, texts }
  if (!settlement) return [made]
  // The note is deleted with the member's account.
  const notes = settlement.note ? [settlement.note] : []
  const what = `Disagreement closed: ${settlementLabels[settlement.outcome].toLowerCase()}`
  return [made, { at: settlement.created_at, what, by: settlement.operator.name, texts: notes }]
}

function undoEvent({ created_at, operator, reversal }: NonNullable<DecisionDetails['taken_back']>): TimelineEvent {
  const what = reversal ? reversalTexts[reversal.status] : 'Decision undone'
  // A replacing decision shows the reason itself.
  const texts = reversal?.status === 'pending' ? [reversal.reason] : []
  return { at: created_at, what, by: operator.name, texts }
}

const reversalTexts: Record<Status, string> = {
  approved: 'Decision reversed, receipt approved',
  rejected: 'Decision reversed, receipt rejected',
  pending: 'Decision reversed, receipt reopened',
}

function appealEvents({ message, created_at, answer }: NonNullable<SubmissionHistory['appeal']>, member: string) {
  const made = { at: created_at, what: 'Appealed', by: member, texts: [message] }
  if (!answer) return [made]
  const what = answer.outcome === 'kept' ? 'Appeal answered: the rejection stays' : 'Appeal answered: accepted'
  return [made, { at: answer.created_at, what, by: answer.operator.name, texts: [answer.text] }]
}

type Request = SubmissionHistory['confirmations'][number]

/** A request to a second operator. Once confirmed, the decision itself shows it. */
function requestEvents({ kind, state, outcome, words, answer, ...people }: Request): TimelineEvent[] {
  const { asked_by, asked_at, closed_by, closed_at } = people
  const reversal = outcome ? `reversal that ${reversalLabels[outcome]} the receipt` : 'reversal'
  const what = kind === 'approval' ? 'approval' : reversal
  if (state === 'not_countersigned')
    return [
      {
        at: asked_at,
        what: `Not countersigned: ${what}`,
        by: asked_by.name,
        texts: ['No other operator could confirm.'],
      },
    ]
  const texts = words ? [words] : []
  const made = { at: asked_at, what: `Sent for confirmation: ${what}`, by: asked_by.name, texts }
  const end = closed_at && endings[state]
  if (!end) return [made]
  return [
    made,
    { at: closed_at, what: `${end}: ${what}`, by: closed_by?.name ?? 'Automatic', texts: answer ? [answer] : [] },
  ]
}

const endings: Partial<Record<Request['state'], string>> = {
  declined: 'Confirmation declined',
  withdrawn: 'Request withdrawn',
  lapsed: 'Request closed',
}

function withdrawalEvents({ withdrawn_at, member }: SubmissionHistory): TimelineEvent[] {
  return withdrawn_at ? [{ at: withdrawn_at, what: 'Withdrawn', by: member.name, texts: [] }] : []
}

/** A rejection without a decision: the member deleted the account. */
function deletionEvents({ decided_at, rejection_reason, decisions, member }: SubmissionHistory): TimelineEvent[] {
  const isDecided = decisions.some(({ taken_back }) => !taken_back)
  if (!decided_at || !rejection_reason || isDecided) return []
  return [{ at: decided_at, what: rejection_reason, by: member.name, texts: [] }]
}

function correctionText({ field, typed, corrected }: DecisionDetails['corrections'][number]): string {
  return `${fieldLabel(field)} corrected: ${valueText(field, typed)} → ${valueText(field, corrected)}`
}

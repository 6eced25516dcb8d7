import type { DecisionDetails, SubmissionHistory } from '@stampus/contract/console/submissions'
import { When } from '../../shared/components/When.tsx'
import { fieldLabel, valueText } from '../../shared/labels/fieldLabels.ts'
import words from '../../shared/labels/labels.json'
import { closureLabels, reversalLabels, stampChange, statusLabels } from '../../shared/labels/labels.ts'
import { reasonLabel } from '../../shared/labels/reasons.ts'

export function Timeline({ receipt }: { receipt: SubmissionHistory }) {
  return (
    <section aria-label="History" className="grid gap-4 rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <h2 className="font-bold text-lead">History</h2>
      <ol className="grid gap-4 border-line border-l-2 pl-4">
        {listEvents(receipt).map(({ at, what, by, texts }) => (
          <li key={`${at} ${what}`} className="min-w-0">
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
        ))}
      </ol>
      {receipt.ledger.length > 0 ? <Ledger entries={receipt.ledger} /> : null}
    </section>
  )
}

function Ledger({ entries }: { entries: SubmissionHistory['ledger'] }) {
  return (
    <div>
      <h3 className="mb-1 font-semibold">Ledger entries</h3>
      <ul className="grid gap-1">
        {entries.map(({ id, kind, stamps, created_at }) => (
          <li key={id} className="flex gap-3 tabular-nums">
            <span className="w-10 text-right font-semibold">{stampChange(stamps)}</span>
            <span>{words.ledgerEntries[kind]}</span>
            <span className="text-muted">
              <When at={created_at} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const event = (at: string, what: string, { name: by }: { name: string }, ...texts: (string | null)[]) => ({
  at,
  what,
  by,
  texts: texts.flatMap((text) => text || []),
})
type TimelineEvent = ReturnType<typeof event>

function listEvents(receipt: SubmissionHistory): TimelineEvent[] {
  const { created_at, member, escalation, decisions, appeal, withdrawn_at } = receipt
  const all = [
    event(created_at, 'Received', member),
    ...(escalation
      ? [event(escalation.created_at, 'Escalated to managers', escalation.operator, escalation.note)]
      : []),
    ...decisions.flatMap(decisionEvents),
    ...receipt.confirmations.flatMap(requestEvents),
    ...(appeal ? appealEvents(appeal, member) : []),
    ...(withdrawn_at ? [event(withdrawn_at, 'Withdrawn', member)] : []),
    ...deletionEvents(receipt),
  ]
  // Of two events at the same moment, the later one of the list comes first.
  return all.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).reverse()
}

function decisionEvents(decision: DecisionDetails): TimelineEvent[] {
  const { status, stamps, reason, notes, corrections, operator, confirmed_by, second_look, taken_back } = decision
  const earned = stamps > 0 ? `, ${stamps} ${stamps === 1 ? 'stamp' : 'stamps'}` : ''
  const name = confirmed_by ? `${operator.name}, confirmed by ${confirmed_by.name}` : operator.name
  const texts = [...corrections.map(correctionText), reason, notes]
  return [
    event(decision.created_at, `${statusLabels[status]}${earned}`, { name }, ...texts),
    ...(second_look ? spotCheckEvents(second_look) : []),
    ...(taken_back ? [undoEvent(taken_back)] : []),
  ]
}

function spotCheckEvents(look: NonNullable<DecisionDetails['second_look']>): TimelineEvent[] {
  const { created_at, status, reason_code, corrections, operator, closure } = look
  const texts = [...corrections.map(correctionText), reason_code && reasonLabel(reason_code)]
  const made = event(created_at, `Spot check: ${statusLabels[status].toLowerCase()}`, operator, ...texts)
  if (!closure) return [made]
  const what = `Disagreement closed: ${closureLabels[closure.outcome].toLowerCase()}`
  // The note is deleted with the member's account.
  return [made, event(closure.created_at, what, closure.operator, closure.note)]
}

function undoEvent({ created_at, operator, reversal }: NonNullable<DecisionDetails['taken_back']>): TimelineEvent {
  if (!reversal) return event(created_at, 'Decision undone', operator)
  // A replacing decision shows the reason itself.
  const { status, reason } = reversal
  return event(created_at, words.reversalEvents[status], operator, status === 'pending' ? reason : null)
}

type Appeal = NonNullable<SubmissionHistory['appeal']>

function appealEvents({ message, created_at, answer }: Appeal, member: { name: string }): TimelineEvent[] {
  const made = event(created_at, 'Appealed', member, message)
  if (!answer) return [made]
  const what = answer.outcome === 'kept' ? 'Appeal answered: the rejection stays' : 'Appeal answered: accepted'
  return [made, event(answer.created_at, what, answer.operator, answer.text)]
}

type Request = SubmissionHistory['confirmations'][number]

/** A request to a second operator. Once confirmed, the decision itself shows it. */
function requestEvents({ kind, state, outcome, words, answer, ...people }: Request): TimelineEvent[] {
  const { asked_by, asked_at, closed_by, closed_at } = people
  const reversal = outcome ? `reversal that ${reversalLabels[outcome]} the receipt` : 'reversal'
  const what = kind === 'approval' ? 'approval' : reversal
  if (state === 'not_countersigned')
    return [event(asked_at, `Not countersigned: ${what}`, asked_by, 'No other operator could confirm.')]
  const made = event(asked_at, `Sent for confirmation: ${what}`, asked_by, words)
  const end = closed_at && endings[state]
  return end ? [made, event(closed_at, `${end}: ${what}`, closed_by ?? { name: 'Automatic' }, answer)] : [made]
}

const endings: Partial<Record<Request['state'], string>> = words.requestEnds

/** A rejection without a decision: the member deleted the account. */
function deletionEvents({ decided_at, rejection_reason, decisions, member }: SubmissionHistory): TimelineEvent[] {
  const isDecided = decisions.some(({ taken_back }) => !taken_back)
  return decided_at && rejection_reason && !isDecided ? [event(decided_at, rejection_reason, member)] : []
}

function correctionText({ field, typed, corrected }: DecisionDetails['corrections'][number]): string {
  return `${fieldLabel(field)} corrected: ${valueText(field, typed)} → ${valueText(field, corrected)}`
}

import { fieldError } from '@stampus/contract/client'
import {
  type Disagreement,
  disagreements,
  type SettlementOutcome,
  settleDisagreement,
} from '@stampus/contract/console/spotChecks'
import { REASON_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { formatAmount } from '@stampus/contract/values/money'
import { Button } from '@stampus/ui/Button'
import { Dialog } from '@stampus/ui/Dialog'
import { FieldError } from '@stampus/ui/Field'
import { TextArea } from '@stampus/ui/forms/TextArea'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import { generalError } from '../../../shared/api/api.ts'
import { q, useCall } from '../../../shared/api/queries.ts'
import { When } from '../../../shared/components/When.tsx'
import { SubmitActions } from '../../../shared/dialogs/SubmitActions.tsx'
import { Select } from '../../../shared/forms/Select.tsx'
import { fieldLabel, valueText } from '../../../shared/labels/fieldLabels.ts'
import { settlementLabels, statusLabels } from '../../../shared/labels/labels.ts'
import { reasonLabel } from '../../../shared/labels/reasons.ts'
import type { Column } from '../../../shared/lists/DataTable.tsx'
import { PagedTable } from '../../../shared/lists/PagedTable.tsx'
import { useFilters } from '../../../shared/lists/useFilters.tsx'
import { settings } from '../../../shared/settings.ts'
import { showToast } from '../../../shared/toasts.ts'

/** Open or closed disagreements between decisions and spot checks, for managers. */
export function Disagreements() {
  const { values, change } = useFilters('state')
  const [settling, setSettling] = useState<Disagreement>()
  const state = values.state === 'closed' ? 'closed' : 'open'
  const list = useQuery(q(disagreements, { page: values.page, state }))
  const ending =
    state === 'closed'
      ? { name: 'Closed', cell: Settlement }
      : { name: 'Action', cell: (row: Disagreement) => <SettleAction row={row} onSettle={() => setSettling(row)} /> }
  return (
    <section aria-label="Disagreements" className="grid gap-3">
      <h2 className="font-bold text-lead">Disagreements</h2>
      <p className="max-w-3xl text-muted">
        These spot checks differ from the decision. A manager who wasn't involved, and isn't close to those who were,
        closes them. Closing changes no stamps. To change stamps, open the receipt and choose “Reverse the decision”.
      </p>
      <Select
        label="Status"
        className="w-56"
        options={[
          { value: 'open', name: 'Open' },
          { value: 'closed', name: 'Closed' },
        ]}
        value={state}
        onChange={({ target }) => change({ state: target.value === 'closed' ? 'closed' : '' })}
      />
      <PagedTable
        query={list}
        what="disagreements"
        caption={state === 'closed' ? 'Closed disagreements' : 'Open disagreements'}
        none={state === 'closed' ? 'No closed disagreements' : 'No open disagreements'}
        columns={[...columns, ending]}
      />
      {settling ? <SettleDialog row={settling} onClose={() => setSettling(undefined)} /> : null}
    </section>
  )
}

const columns: Column<Disagreement>[] = [
  {
    name: 'Receipt',
    cell: ({ submission_id: id, merchant, purchase_amount: amount, status }) => (
      <>
        <Link
          to={`/submissions/${id}`}
          className="inline-flex min-h-11 items-center text-blue underline underline-offset-4"
        >
          {merchant}, {formatAmount(amount, settings.currency)}
        </Link>
        <br />
        <span className="text-small text-muted">Now: {statusLabels[status].toLowerCase()}</span>
      </>
    ),
  },
  { name: 'Decision', cell: ({ first }) => <DecisionSummary {...first} /> },
  { name: 'Spot check', cell: ({ second }) => <DecisionSummary {...second} /> },
  { name: 'Facts that differ', cell: Differences },
]

function DecisionSummary({ operator, status, reason, reason_code: code, is_corrected, at }: Disagreement['first']) {
  const why = code ? reasonLabel(code) : reason
  return (
    <>
      <strong>
        {statusLabels[status]}
        {is_corrected ? ', corrected' : ''}
      </strong>
      {why ? ` (${why})` : ''}
      <br />
      <span className="text-small text-muted">
        {operator}, <When at={at} />
      </span>
    </>
  )
}

/** Facts that differ, with both values. */
function Differences({ differences }: Disagreement) {
  if (differences.length === 0) return <span className="text-muted">None</span>
  return (
    <ul className="grid gap-1 text-small">
      {differences.map(({ field, decided, checked }) => (
        <li key={field}>
          <strong>{fieldLabel(field)}</strong>
          <br />
          decision: {valueText(field, decided)}
          <br />
          spot check: {valueText(field, checked)}
        </li>
      ))}
    </ul>
  )
}

function SettleAction({ row, onSettle }: { row: Disagreement; onSettle: () => void }) {
  if (row.obstacle) return <span className="text-small text-muted">{row.obstacle}</span>
  return (
    <Button look="secondary" aria-label={`Close disagreement on receipt ${row.submission_id}`} onClick={onSettle}>
      Close
    </Button>
  )
}

/** The settlement. If the check was right, it links to the reversal of a decision that is still in force. */
function Settlement({ settlement, in_force, submission_id: id }: Disagreement) {
  if (!settlement) return null
  const { outcome, note, operator, at } = settlement
  return (
    <>
      <strong>{settlementLabels[outcome]}</strong>
      <br />
      {note ? (
        <>
          <span className="wrap-anywhere whitespace-pre-line">{note}</span>
          <br />
        </>
      ) : null}
      <span className="text-small text-muted">
        {operator}, <When at={at} />
      </span>
      {outcome === 'check_right' && in_force ? (
        <>
          <br />
          <Link
            to={`/submissions/${id}`}
            className="inline-flex min-h-11 items-center text-blue underline underline-offset-4"
          >
            Go to “Reverse the decision”
          </Link>
        </>
      ) : null}
    </>
  )
}

const outcomes = ['decision_kept', 'check_right'] as const

/** Settles a disagreement with an outcome and a note. It stays open until the call succeeds or is cancelled. */
function SettleDialog({ row, onClose }: { row: Disagreement; onClose: () => void }) {
  const [outcome, setOutcome] = useState<SettlementOutcome>()
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const errorId = useId()
  const settling = useCall(settleDisagreement, ['/console/disagreements', '/console/submissions'])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (settling.isPending) return
    setMissing(!outcome || !note.trim())
    if (!outcome) return event.currentTarget.querySelector('input')?.focus()
    if (!note.trim()) return event.currentTarget.querySelector('textarea')?.focus()
    const done = () => {
      showToast(`Disagreement on receipt ${row.submission_id} closed: ${settlementLabels[outcome].toLowerCase()}`)
      onClose()
    }
    settling.mutate({ id: row.id, outcome, note: note.trim() }, { onSuccess: done })
  }
  const unchosen = missing && !outcome ? texts.settlementOutcomeRequired : fieldError(settling.error, 'outcome')
  const error = missing && !note.trim() ? texts.settlementNoteRequired : fieldError(settling.error, 'note')
  return (
    <Dialog
      title={`Close disagreement on receipt ${row.submission_id} from ${row.merchant}`}
      error={generalError(settling.error, ['outcome', 'note'])}
      isBusy={settling.isPending}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <fieldset aria-describedby={unchosen ? errorId : undefined} className="grid gap-1">
          <legend className="mb-1 font-semibold">Outcome</legend>
          {outcomes.map((each) => (
            <label key={each} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="outcome"
                checked={outcome === each}
                onChange={() => setOutcome(each)}
                className="size-5"
              />
              {settlementLabels[each]}
            </label>
          ))}
          {unchosen ? <FieldError id={errorId} text={unchosen} /> : null}
        </fieldset>
        {outcome === 'check_right' ? (
          <p className="text-small text-muted">
            This changes no stamps and no facts. To change them, open{' '}
            <Link to={`/submissions/${row.submission_id}`} className="text-blue underline underline-offset-4">
              receipt {row.submission_id}
            </Link>{' '}
            and choose “Reverse the decision”.
          </p>
        ) : null}
        <TextArea label="Note" value={note} onChange={setNote} max={REASON_MAX} rows={3} error={error} />
        <SubmitActions action="Close disagreement" isBusy={settling.isPending} />
      </form>
    </Dialog>
  )
}

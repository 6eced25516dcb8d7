import {
  closeDisagreement,
  type Disagreement,
  type DisagreementOutcome,
  disagreements,
} from '@stampus/contract/console/spotChecks'
import { REASON_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { formatAmount } from '@stampus/contract/values/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../../shared/api/queries.ts'
import { TextLink } from '../../../shared/components/TextLink.tsx'
import { When } from '../../../shared/components/When.tsx'
import { DialogButton } from '../../../shared/dialogs/DialogButton.tsx'
import { FormDialog } from '../../../shared/forms/FormDialog.tsx'
import { type ControlProps, paragraphs } from '../../../shared/forms/fields.tsx'
import { Radios } from '../../../shared/forms/Radios.tsx'
import { Select } from '../../../shared/forms/Select.tsx'
import { fieldLabel, valueText } from '../../../shared/labels/fieldLabels.ts'
import { closureLabels, statusLabels } from '../../../shared/labels/labels.ts'
import { reasonLabel } from '../../../shared/labels/reasons.ts'
import { type Column, PagedTable } from '../../../shared/lists/DataTable.tsx'
import { useFilters } from '../../../shared/lists/filters.tsx'
import { settings } from '../../../shared/settings.ts'

/** Open or closed disagreements between decisions and spot checks, for managers. */
export function Disagreements() {
  const { values, page, change } = useFilters('state')
  const state = values.state === 'closed' ? 'closed' : 'open'
  const list = useQuery(q(disagreements, { page, state }))
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
        options={stateOptions}
        value={state}
        onChange={(chosen) => change({ state: chosen === 'closed' ? 'closed' : '' })}
      />
      <PagedTable
        query={list}
        what="disagreements"
        caption={state === 'closed' ? 'Closed disagreements' : 'Open disagreements'}
        none={state === 'closed' ? 'No closed disagreements' : 'No open disagreements'}
        columns={[...columns, state === 'closed' ? closed : action]}
      />
    </section>
  )
}

const stateOptions = [
  { value: 'open', name: 'Open' },
  { value: 'closed', name: 'Closed' },
]

const columns: Column<Disagreement>[] = [
  {
    name: 'Receipt',
    cell: ({ submission_id: id, merchant, purchase_amount: amount, status }) => (
      <>
        <TextLink to={`/submissions/${id}`}>
          {merchant}, {formatAmount(amount, settings.currency)}
        </TextLink>
        <br />
        <span className="text-small text-muted">Now: {statusLabels[status].toLowerCase()}</span>
      </>
    ),
  },
  { name: 'Decision', cell: ({ first }) => <DecisionSummary {...first} /> },
  { name: 'Spot check', cell: ({ second }) => <DecisionSummary {...second} /> },
  { name: 'Facts that differ', cell: Differences },
]

const closed: Column<Disagreement> = { name: 'Closed', cell: Closure }
const action: Column<Disagreement> = { name: 'Action', cell: (row) => <CloseAction row={row} /> }

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

function CloseAction({ row }: { row: Disagreement }) {
  if (row.obstacle) return <span className="text-small text-muted">{row.obstacle}</span>
  const label = `Close disagreement on receipt ${row.submission_id}`
  return <DialogButton text="Close" label={label} dialog={(close) => <CloseDialog row={row} onClose={close} />} />
}

/** How it was closed. If the check was right, it links to the reversal of a decision that is still in force. */
function Closure({ closure, in_force, submission_id: id }: Disagreement) {
  if (!closure) return null
  const { outcome, note, operator, at } = closure
  return (
    <>
      <strong>{closureLabels[outcome]}</strong>
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
          <TextLink to={`/submissions/${id}`}>Go to “Reverse the decision”</TextLink>
        </>
      ) : null}
    </>
  )
}

const noteField = {
  ...paragraphs('Note', REASON_MAX, 3),
  send: (typed: string) => typed.trim(),
  check: (typed: string) => (typed.trim() ? undefined : texts.disagreementNoteRequired),
}
const outcomes = (['decision_kept', 'check_right'] as const).map((value) => ({ value, name: closureLabels[value] }))
type Chosen = DisagreementOutcome | undefined

const fieldsFor = (id: number) => ({
  outcome: {
    from: (): Chosen => undefined,
    // One is chosen by then.
    send: (typed: Chosen) => typed ?? 'decision_kept',
    check: (typed: Chosen) => (typed ? undefined : texts.disagreementOutcomeRequired),
    Control: ({ value, onChange, ref, error }: ControlProps<Chosen>) => (
      <>
        <Radios legend="Outcome" options={outcomes} value={value} onChange={onChange} ref={ref} error={error} />
        {value === 'check_right' ? (
          <p className="text-small text-muted">
            This changes no stamps and no facts. To change them, open{' '}
            <TextLink to={`/submissions/${id}`} isInSentence>
              receipt {id}
            </TextLink>{' '}
            and choose “Reverse the decision”.
          </p>
        ) : null}
      </>
    ),
  },
  note: noteField,
})

function CloseDialog({ row: { id, submission_id, merchant }, onClose }: { row: Disagreement; onClose: () => void }) {
  const [fields] = useState(() => fieldsFor(submission_id))
  return (
    <FormDialog
      title={`Close disagreement on receipt ${submission_id} from ${merchant}`}
      action="Close disagreement"
      fields={fields}
      call={closeDisagreement}
      invalidates={['/console/disagreements', '/console/submissions']}
      toInput={(given) => ({ ...given, id })}
      done={(_, { outcome }) =>
        `Disagreement on receipt ${submission_id} closed: ${closureLabels[outcome].toLowerCase()}`
      }
      onClose={onClose}
    />
  )
}

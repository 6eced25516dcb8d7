import { type Disagreement, type SettlementOutcome, settleDisagreement } from '@stampus/contract/console/spotChecks'
import { REASON_MAX } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import { FieldFault } from '@stampus/ui/Field'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import { faultOf, generalFault } from '../../../shared/api/faults.ts'
import { useCall } from '../../../shared/api/queries.ts'
import { Dialog } from '../../../shared/dialogs/Dialog.tsx'
import { DialogActions } from '../../../shared/dialogs/DialogActions.tsx'
import { Words } from '../../../shared/forms/TextArea.tsx'
import { settlementNames } from '../../../shared/labels/settlements.ts'
import { say } from '../../../shared/toasts.ts'

const outcomes = ['decision_kept', 'check_right'] as const

/** Closes a disagreement with an outcome and a note. It stays, with what was typed, until that is done or given up. */
export function SettleDialog({ row, onClose }: { row: Disagreement; onClose: () => void }) {
  const [outcome, setOutcome] = useState<SettlementOutcome>()
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const faultId = useId()
  const settling = useCall(settleDisagreement, ['/console/disagreements', '/console/submissions'])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (settling.isPending) return
    setMissing(!outcome || !note.trim())
    if (!outcome) return event.currentTarget.querySelector('input')?.focus()
    if (!note.trim()) return event.currentTarget.querySelector('textarea')?.focus()
    const done = () => {
      say(`Closed: ${settlementNames[outcome].toLowerCase()} for receipt ${row.submission_id}`)
      onClose()
    }
    settling.mutate({ id: row.id, outcome, note: note.trim() }, { onSuccess: done })
  }
  const unchosen = missing && !outcome ? texts.settlementOutcomeRequired : faultOf(settling.error, 'outcome')
  const fault = missing && !note.trim() ? texts.settlementNoteRequired : faultOf(settling.error, 'note')
  return (
    <Dialog
      title={`Settle: receipt ${row.submission_id} of ${row.merchant}`}
      fault={generalFault(settling.error, ['outcome', 'note'])}
      busy={settling.isPending}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <fieldset aria-describedby={unchosen ? faultId : undefined} className="grid gap-1">
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
              {settlementNames[each]}
            </label>
          ))}
          {unchosen ? <FieldFault id={faultId} text={unchosen} /> : null}
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
        <Words label="Note" value={note} onChange={setNote} max={REASON_MAX} rows={3} fault={fault} />
        <DialogActions action="Close it" busy={settling.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

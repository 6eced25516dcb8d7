import type { ReviewItem } from '@stampus/contract/console/review'
import { NOTES_MAX, REASON_MAX } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../../shared/dialogs/Dialog.tsx'
import { DialogActions } from '../../../shared/dialogs/DialogActions.tsx'
import { Words } from '../../../shared/forms/TextArea.tsx'
import { TypedLine } from '../../../shared/receipts/TypedLine.tsx'
import { type Rejection, reworded } from '../draft.ts'
import { ReasonPresets } from './ReasonPresets.tsx'

type Props = {
  item: ReviewItem
  /** What was typed so far. */
  rejection: Rejection
  onType: (rejection: Rejection) => void
  busy: boolean
  fault: string | undefined
  onReject: (rejection: Rejection) => void
  onClose: () => void
}

/** Asks for the reason the member will read: one of the usual ones, or own words. Stands beside the picture where there is room, and says what it covers. */
export function RejectDialog({ item, rejection, onType, busy, fault, onReject, onClose }: Props) {
  const [missing, setMissing] = useState(false)
  const { reason, notes, reason_code } = rejection
  const isEmpty = !reason.trim()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setMissing(isEmpty)
    if (!isEmpty) return onReject({ ...rejection, reason: reason.trim(), notes: notes.trim() })
    event.currentTarget.querySelector('textarea')?.focus()
  }
  return (
    <Dialog title="Why is this receipt rejected?" beside fault={fault} busy={busy} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-3">
        <TypedLine item={item} />
        <ReasonPresets
          code={reason_code}
          onChoose={({ code, words }) => onType({ reason: words, notes, reason_code: code })}
        />
        <Words
          label="Reason for the member"
          value={reason}
          onChange={(words) => onType(reworded(rejection, words))}
          max={REASON_MAX}
          fault={missing && isEmpty ? texts.reasonRequired : undefined}
        />
        <Words
          label="Notes (optional, shown as Admin Comments)"
          value={notes}
          onChange={(words) => onType({ ...rejection, notes: words })}
          max={NOTES_MAX}
        />
        <DialogActions action="Reject receipt" look="danger" busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

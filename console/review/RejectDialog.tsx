import { NOTES_MAX, REASON_MAX } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { presetReasons } from './reasons.ts'
import { Words } from './Words.tsx'

type Props = {
  busy: boolean
  fault: string | undefined
  onReject: (reason: string, notes: string) => void
  onCancel: () => void
}

/** Asks for the reason the member will read: one of the usual ones, or own words. Stays until the rejection stands. */
export function RejectDialog({ busy, fault, onReject, onCancel }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [reason, setReason] = useState('')
  const [notes, setNotes] = useState('')
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Hidden together with the desk, an open one would still block the page.
    return () => shown?.close()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim()) return onReject(reason.trim(), notes.trim())
    setMissing(true)
    dialog.current?.querySelector('textarea')?.focus()
  }
  return (
    <dialog
      ref={dialog}
      onClose={({ currentTarget }) => currentTarget.open || onCancel()}
      aria-labelledby="reject-title"
      className="m-auto w-full max-w-xl rounded-sheet border border-line bg-sheet p-0 text-ink shadow-lifted backdrop:bg-shade"
    >
      <form onSubmit={submit} noValidate className="grid gap-4 p-5">
        <h2 id="reject-title" className="text-lead font-bold">
          Why is this receipt rejected?
        </h2>
        <ul className="grid gap-1.5">
          {presetReasons.map((preset) => (
            <li key={preset}>
              <button
                type="button"
                aria-pressed={reason === preset}
                onClick={() => setReason(preset)}
                className={presetLook}
              >
                {preset}
              </button>
            </li>
          ))}
        </ul>
        <Words
          label="Reason for the member"
          value={reason}
          onChange={setReason}
          max={REASON_MAX}
          fault={missing && !reason.trim() ? texts.reasonRequired : undefined}
        />
        <Words label="Notes (optional, shown as Admin Comments)" value={notes} onChange={setNotes} max={NOTES_MAX} />
        {fault ? (
          <Notice kind="error" role="alert">
            {fault}
          </Notice>
        ) : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="secondary" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
          <Button type="submit" look="danger" busy={busy}>
            Reject receipt
          </Button>
        </div>
      </form>
    </dialog>
  )
}

const presetLook =
  'min-h-11 w-full rounded-control border border-line px-3 py-2 text-left text-small hover:border-blue aria-pressed:border-blue aria-pressed:bg-wash'

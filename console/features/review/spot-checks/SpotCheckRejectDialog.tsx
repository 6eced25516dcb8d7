import type { ReasonCode } from '@stampus/contract/reasons'
import * as texts from '@stampus/contract/texts'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../../shared/dialogs/Dialog.tsx'
import { DialogActions } from '../../../shared/dialogs/DialogActions.tsx'
import { ReasonPresets } from '../desk/ReasonPresets.tsx'

type Props = {
  fault: string | undefined
  busy: boolean
  onReject: (code: ReasonCode) => void
  onClose: () => void
}

/** Asks why a checked receipt would be rejected: one of the usual reasons, which nobody but managers reads. */
export function CheckRejectDialog({ fault, busy, onReject, onClose }: Props) {
  const [code, setCode] = useState<ReasonCode>()
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code) return onReject(code)
    setMissing(true)
  }
  const said = fault ?? (missing && !code ? texts.reasonRequired : undefined)
  return (
    <Dialog title="Why would you reject it?" beside fault={said} busy={busy} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-3">
        <ReasonPresets code={code} onChoose={(preset) => setCode(preset.code)} />
        <DialogActions action="I would reject" look="danger" busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

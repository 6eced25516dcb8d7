import { REASON_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { Button, type ButtonLook } from '@stampus/ui/Button'
import { Dialog, DialogActions } from '@stampus/ui/Dialog'
import { fieldError, generalError } from '@stampus/ui/fieldErrors'
import { TextArea } from '@stampus/ui/forms/TextArea'
import { type FormEvent, type ReactNode, useState } from 'react'
import { lookAlikesOf } from '../api/api.ts'
import { LookAlikeList } from '../receipts/Signals.tsx'

type Props = {
  title: string
  children: ReactNode
  action: string
  look?: ButtonLook
  mutation?: { isPending: boolean; error: Error | null }
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before an action. It stays open until the action succeeds or is cancelled. */
export function ConfirmDialog({ title, children, action, look = 'danger', mutation, onConfirm, onClose }: Props) {
  const { isPending = false, error } = mutation ?? {}
  return (
    <Dialog title={title} error={error?.message} isBusy={isPending} onClose={onClose}>
      {children}
      <DialogActions cancel="Cancel">
        <Button look={look} isBusy={isPending} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type ReasonProps = {
  title: string
  children?: ReactNode
  action: string
  look?: ButtonLook
  /** At the side, so that the receipt stays visible. */
  isBeside?: boolean
  label?: string
  /** The typed text and its setter, if it must survive closing the dialog. */
  draft?: [reason: string, onType: (reason: string) => void]
  mutation: { isPending: boolean; error: Error | null }
  /** False while it is too early to submit. */
  isReady?: boolean
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Asks for a reason before a serious action. It stays open until the action succeeds or is cancelled. */
export function ReasonDialog({ title, children, action, look = 'danger', label = 'Reason', ...rest }: ReasonProps) {
  const { isBeside = false, draft, mutation, isReady = true, onConfirm, onClose } = rest
  const own = useState('')
  const [reason, setReason] = draft ?? own
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (mutation.isPending || !isReady) return
    setMissing(!reason.trim())
    if (reason.trim()) return onConfirm(reason.trim())
    event.currentTarget.querySelector('textarea')?.focus()
  }
  const error = missing && !reason.trim() ? texts.reasonRequired : fieldError(mutation.error, 'reason')
  const generalText = generalError(mutation.error, ['reason'])
  return (
    <Dialog
      title={title}
      isBeside={isBeside}
      error={
        generalText ? (
          <>
            {generalText}
            <LookAlikeList signals={lookAlikesOf(mutation.error)} />
          </>
        ) : null
      }
      isBusy={mutation.isPending}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        {children}
        <TextArea label={label} value={reason} onChange={setReason} max={REASON_MAX} rows={3} error={error} />
        <SubmitActions action={action} look={look} isBusy={mutation.isPending} isReady={isReady} />
      </form>
    </Dialog>
  )
}

type SubmitProps = {
  action: string
  look?: ButtonLook
  isBusy?: boolean
  /** False while it is too early to submit. */
  isReady?: boolean
  first?: ReactNode
}

/** The buttons of a dialog's form: Cancel and submit. */
export function SubmitActions({ action, look = 'primary', isBusy = false, isReady = true, first }: SubmitProps) {
  return (
    <DialogActions cancel="Cancel" first={first}>
      <Button type="submit" look={look} isBusy={isBusy} aria-disabled={!isReady}>
        {action}
      </Button>
    </DialogActions>
  )
}

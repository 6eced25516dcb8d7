import { Button, type ButtonLook } from '@stampus/ui/Button'
import { Dialog, DialogActions } from '@stampus/ui/Dialog'
import type { ReactNode } from 'react'

type Props = {
  title: string
  /** The consequences. */
  children: ReactNode
  /** The text of the button. */
  action: string
  look?: ButtonLook
  /** The mutation that runs on confirm. */
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

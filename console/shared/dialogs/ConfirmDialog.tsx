import { Button, type ButtonLook } from '@stampus/ui/Button'
import { Dialog, DialogActions } from '@stampus/ui/Dialog'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'

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

type RemoveButtonProps = {
  /** The name of the record. */
  name: string
  /** The consequences. */
  consequence: string
  mutation: { isPending: boolean; error: Error | null; reset: () => void }
  onRemove: () => void
}

/** A button that removes a record after confirmation. */
export function RemoveButton({ name, consequence, mutation, onRemove }: RemoveButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    mutation.reset()
  }
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
        Remove
      </Button>
      {isOpen ? (
        <ConfirmDialog
          title={`Remove ${name}?`}
          action="Remove"
          mutation={mutation}
          onConfirm={onRemove}
          onClose={close}
        >
          <p>{consequence}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

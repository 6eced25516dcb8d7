import { Button, type ButtonLook } from '@stampus/ui/Button'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Dialog } from './Dialog.tsx'

type Props = {
  title: string
  /** What follows from it. */
  children: ReactNode
  /** The words of the button that does it. */
  action: string
  look?: ButtonLook
  /** What confirming sends. */
  mutation?: { isPending: boolean; error: Error | null }
  onConfirm: () => void
  onClose: () => void
}

/** Asks once more before something is done. Stays until it is done or given up. */
export function ConfirmDialog({ title, children, action, look = 'danger', mutation, onConfirm, onClose }: Props) {
  const { isPending = false, error } = mutation ?? {}
  return (
    <Dialog title={title} error={error?.message} busy={isPending} onClose={onClose}>
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="secondary" aria-disabled={isPending} onClick={() => isPending || onClose()}>
          Cancel
        </Button>
        <Button look={look} busy={isPending} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}

type RemovalButtonProps = {
  /** What goes, as people call it. */
  name: string
  /** What follows from it. */
  consequence: string
  mutation: { isPending: boolean; error: Error | null; reset: () => void }
  onRemove: () => void
}

/** Removes a thing once it was asked whether it should. */
export function RemoveButton({ name, consequence, mutation, onRemove }: RemovalButtonProps) {
  const [asked, setAsked] = useState(false)
  const close = () => {
    setAsked(false)
    mutation.reset()
  }
  return (
    <>
      <Button look="secondary" onClick={() => setAsked(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
        Remove
      </Button>
      {asked ? (
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

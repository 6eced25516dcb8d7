import { Button, type ButtonLook } from '@stampus/ui/Button'
import type { ReactNode } from 'react'
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
    <Dialog title={title} fault={error?.message} busy={isPending} onClose={onClose}>
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

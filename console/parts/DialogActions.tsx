import { Button, type ButtonLook } from '@stampus/ui/Button'
import type { ReactNode } from 'react'

type Props = {
  /** The words of the button that sends the form it stands in. */
  action: string
  look?: ButtonLook
  busy?: boolean
  onCancel: () => void
  /** Other ways out. */
  children?: ReactNode
}

/** The ways out of a dialog's form: Cancel, not while its request runs, and what it is for. */
export function DialogActions({ action, look = 'primary', busy = false, onCancel, children }: Props) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {children}
      <Button look="secondary" aria-disabled={busy} onClick={() => busy || onCancel()}>
        Cancel
      </Button>
      <Button type="submit" look={look} busy={busy}>
        {action}
      </Button>
    </div>
  )
}

import { Button, type ButtonLook } from '@stampus/ui/Button'
import type { ReactNode } from 'react'

type Props = {
  /** The words of the button that sends the form it stands in. */
  action: string
  look?: ButtonLook
  busy?: boolean
  /** False while a press would be too early. */
  ready?: boolean
  onCancel: () => void
  /** Other ways out. */
  children?: ReactNode
}

/** The ways out of a dialog's form: Cancel, not while its request runs, and what it is for. */
export function DialogActions({ action, look = 'primary', busy = false, ready = true, ...rest }: Props) {
  const { onCancel, children } = rest
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {children}
      <Button look="secondary" aria-disabled={busy} onClick={() => busy || onCancel()}>
        Cancel
      </Button>
      <Button type="submit" look={look} busy={busy} aria-disabled={!ready}>
        {action}
      </Button>
    </div>
  )
}

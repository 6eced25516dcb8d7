import { Button, type ButtonLook } from '@stampus/ui/Button'
import type { ReactNode } from 'react'

type Props = {
  /** The text of the submit button. */
  action: string
  look?: ButtonLook
  busy?: boolean
  /** False while it is too early to submit. */
  ready?: boolean
  onCancel: () => void
  /** More buttons. */
  children?: ReactNode
}

/** The buttons of a dialog's form: Cancel (not while a request runs) and submit. */
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

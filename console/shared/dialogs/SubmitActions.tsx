import { Button, type ButtonLook } from '@stampus/ui/Button'
import { DialogActions } from '@stampus/ui/Dialog'
import type { ReactNode } from 'react'

type Props = {
  /** The text of the submit button. */
  action: string
  look?: ButtonLook
  isBusy?: boolean
  /** False while it is too early to submit. */
  isReady?: boolean
  /** A button before Cancel. */
  first?: ReactNode
}

/** The buttons of a dialog's form: Cancel and submit. */
export function SubmitActions({ action, look = 'primary', isBusy = false, isReady = true, first }: Props) {
  return (
    <DialogActions cancel="Cancel" first={first}>
      <Button type="submit" look={look} isBusy={isBusy} aria-disabled={!isReady}>
        {action}
      </Button>
    </DialogActions>
  )
}

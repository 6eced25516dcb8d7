import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { CallError } from '../api/api.ts'
import { generalFault } from '../api/faults.ts'

type Props = {
  error: Error | null
  shownFields: string[]
  /** Opens the thing as it is by now. */
  onReload?: (() => void) | undefined
}

/** What is said against a form as a whole; what somebody else has changed meanwhile can be looked at. */
export function FormFault({ error, shownFields, onReload }: Props) {
  const fault = generalFault(error, shownFields)
  if (!fault) return null
  return (
    <Notice kind="error" role="alert">
      <p>{fault}</p>
      {onReload && error instanceof CallError && error.status === 409 ? (
        <>
          <p className="mt-1 text-small">Nothing of yours was saved. What you typed is lost when you open it anew.</p>
          <Button look="secondary" onClick={onReload} className="mt-3">
            Open it as it is now
          </Button>
        </>
      ) : null}
    </Notice>
  )
}

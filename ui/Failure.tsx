import { RotateCw } from 'lucide-react'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

type Props = {
  text: string
  /** The word on the button. */
  retry: string
  onRetry: () => void
  busy?: boolean
}

/** A page or a list that could not be fetched: the words in its place, and a button to try again. */
export function Failure({ text, retry, onRetry, busy = false }: Props) {
  return (
    <Notice kind="error" role="alert">
      <p>{text}</p>
      <Button look="secondary" busy={busy} onClick={onRetry} className="mt-3">
        <RotateCw aria-hidden="true" className="size-4" />
        {retry}
      </Button>
    </Notice>
  )
}

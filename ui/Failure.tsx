import { RotateCw } from 'lucide-react'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

/** A page or a list that could not be fetched: the words in its place, and a Retry. */
export function Failure({ text, onRetry, busy = false }: { text: string; onRetry: () => void; busy?: boolean }) {
  return (
    <Notice kind="error" role="alert">
      <p>{text}</p>
      <Button look="secondary" busy={busy} onClick={onRetry} className="mt-3">
        <RotateCw aria-hidden="true" className="size-4" />
        Retry
      </Button>
    </Notice>
  )
}

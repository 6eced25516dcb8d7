import { RotateCw } from 'lucide-react'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

type Props = {
  text: string
  retry: string
  onRetry: () => void
  isBusy?: boolean
}

export function Failure({ text, retry, onRetry, isBusy = false }: Props) {
  return (
    <Notice kind="error" role="alert">
      <p>{text}</p>
      <Button look="secondary" isBusy={isBusy} onClick={onRetry} className="mt-3">
        <RotateCw aria-hidden="true" className="size-4" />
        {retry}
      </Button>
    </Notice>
  )
}

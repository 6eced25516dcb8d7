import { Button } from '@stampus/ui/Button'
import { FieldError } from '@stampus/ui/Field'
import { type Ref, useId } from 'react'
import * as words from '#words'
import type { Choice } from './merchantChoice.ts'

type Props = { merchant: Choice; onChange: () => void; buttonRef: Ref<HTMLButtonElement>; error: string | undefined }

/** The merchant that was chosen, what the server has against it, and the way to another. */
export function ChosenMerchant({ merchant, onChange, buttonRef, error }: Props) {
  const id = useId()
  return (
    <div>
      <p className="mb-1.5 font-semibold">{words.receiptMerchant}</p>
      <div
        className={`flex items-center gap-3 rounded-control border bg-sheet py-2 pr-1 pl-3 ${error ? 'border-rejected' : 'border-border-strong'}`}
      >
        <p className="min-w-0 flex-1">
          <span className="block font-medium">{merchant.name}</span>
          <span className="line-clamp-1 text-small text-muted">{merchant.address}</span>
        </p>
        <Button
          ref={buttonRef}
          look="quiet"
          onClick={onChange}
          aria-label={words.receiptMerchantChangeInFull}
          aria-describedby={error ? `${id}-error` : undefined}
        >
          {words.receiptMerchantChange}
        </Button>
      </div>
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
    </div>
  )
}

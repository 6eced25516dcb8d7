import { randomUuid } from '@stampus/contract/client'
import { type CheckedVoucher, type HandOverRow, handOver } from '@stampus/contract/counter/handOvers'
import { useWork } from '@stampus/ui/browser/useWork'
import { generalError } from '@stampus/ui/fieldErrors'
import { Spinner } from '@stampus/ui/Spinner'
import { useEffect, useRef, useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { call } from '../../shared/api/api.ts'
import { localText } from '../../shared/language.ts'
import { signal } from '../../shared/signals.ts'
import { FieldButton } from './field.tsx'

type Props = {
  voucher: CheckedVoucher
  onDone: (made: HandOverRow) => void
  onCancel: () => void
  /** Whether an error was dealt with elsewhere. */
  onError: (error: unknown) => boolean
}

export function Checked({ voucher, onDone, onCancel, onError }: Props) {
  const { id, name } = voucher
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  // The same for all attempts, so that a first one whose answer was lost counts.
  const [idempotencyKey] = useState(randomUuid)
  const handing = useWork(async () => {
    try {
      const { data } = await call(handOver, { id }, { idempotencyKey })
      signal('right')
      onDone(data)
    } catch (error) {
      if (onError(error)) return
      signal('wrong')
      throw error
    }
  })
  const problem = generalError(handing.error)
  return (
    <div className="flex flex-1 flex-col gap-5 p-column">
      <div className="grid flex-1 content-center gap-3 text-center">
        <p className="text-balance text-lead">{sentences.handTo(name)}</p>
        <h1 ref={heading} tabIndex={-1} className="wrap-anywhere font-bold text-title outline-none">
          {localText(voucher.title, voucher.title_ms)}
        </h1>
        <p className="wrap-anywhere whitespace-pre-line text-balance text-on-field/85">
          {localText(voucher.conditions, voucher.conditions_ms)}
        </p>
        {problem ? (
          <p role="alert" className="text-balance font-semibold text-stop">
            {problem}
          </p>
        ) : null}
      </div>
      <div className="sticky bottom-0 -mx-4 -mb-4 grid gap-4 bg-field p-4">
        <button
          type="button"
          aria-busy={handing.isBusy || undefined}
          className="flex min-h-24 items-center justify-center gap-3 rounded-sheet bg-go px-4 font-bold text-on-go text-title aria-busy:opacity-70"
          onClick={() => void handing.run()}
        >
          {handing.isBusy ? <Spinner size="md" color="primary" /> : null}
          {words.handOver}
        </button>
        <FieldButton look="outline" className="min-h-14" onClick={() => handing.isBusy || onCancel()}>
          {words.cancel}
        </FieldButton>
      </div>
    </div>
  )
}

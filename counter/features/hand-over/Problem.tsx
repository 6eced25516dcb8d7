import { CircleX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import * as words from '#words'

/** Why a voucher cannot be handed over, or could not be checked, in red and with one sentence. */
export function Problem({ text, isRefused, onNext }: { text: string; isRefused: boolean; onNext: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="flex flex-1 flex-col gap-6 p-column">
      <div role="alert" className="grid flex-1 content-center justify-items-center gap-4 text-center">
        <CircleX aria-hidden="true" className="size-24 text-stop" />
        <h1 className="font-bold text-stop text-title">{isRefused ? words.problemTitle : words.uncheckedTitle}</h1>
        <p className="wrap-anywhere text-balance text-lead">{text}</p>
      </div>
      <button
        ref={button}
        type="button"
        className="min-h-16 rounded-control border-2 border-on-field px-4 font-bold text-lead"
        onClick={onNext}
      >
        {words.next}
      </button>
    </div>
  )
}

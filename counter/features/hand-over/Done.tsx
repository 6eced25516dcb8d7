import { type HandOverRow, takeBack } from '@stampus/contract/counter/handOvers'
import { TAKE_BACK_MS } from '@stampus/contract/limits'
import { useWork } from '@stampus/ui/browser/useWork'
import { generalError } from '@stampus/ui/fieldErrors'
import { CircleCheckBig } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { call } from '../../shared/api/api.ts'
import { localText } from '../../shared/language.ts'
import { formatTime } from '../../shared/times.ts'

type Props = {
  made: HandOverRow
  onNext: () => void
  onTakenBack: () => void
  onError: (error: unknown) => boolean
}

export function Done({ made, onNext, onTakenBack, onError }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const secondsLeft = useSecondsLeft(made.take_back_until !== null)
  useEffect(() => button.current?.focus(), [])
  const taking = useWork(async () => {
    try {
      await call(takeBack, { id: made.id })
      onTakenBack()
    } catch (error) {
      if (!onError(error)) throw error
    }
  })
  const problem = generalError(taking.error)
  return (
    <div className="flex flex-1 flex-col gap-4 bg-go p-column text-on-go">
      <div role="status" className="grid flex-1 content-center justify-items-center gap-3 text-center">
        <CircleCheckBig aria-hidden="true" className="size-28" />
        <h1 className="font-bold text-title">{words.handedOver}</h1>
        <p className="wrap-anywhere text-balance text-lead">
          {localText(made.title, made.title_ms)}, {made.name}, {formatTime(made.at)}
        </p>
        {problem ? (
          <p role="alert" className="text-balance font-bold">
            {problem}
          </p>
        ) : null}
      </div>
      <button
        ref={button}
        type="button"
        className="min-h-20 rounded-sheet bg-field px-4 font-bold text-on-field text-title"
        onClick={onNext}
      >
        {words.next}
      </button>
      {secondsLeft > 0 ? (
        <button
          type="button"
          aria-busy={taking.isBusy || undefined}
          className="min-h-14 rounded-control border-2 border-on-go px-4 font-semibold tabular-nums"
          onClick={() => void taking.run()}
        >
          {sentences.takeBack(secondsLeft)}
        </button>
      ) : null}
    </div>
  )
}

/** Counts down on this device's clock alone, from when the answer arrived. */
function useSecondsLeft(isOffered: boolean): number {
  const [until] = useState(() => performance.now() + TAKE_BACK_MS)
  const [left, setLeft] = useState(TAKE_BACK_MS / 1000)
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000))), 500)
    return () => clearInterval(timer)
  }, [until])
  return isOffered ? left : 0
}

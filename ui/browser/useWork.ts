import { useState } from 'react'
import { useSingleFlight } from './useSingleFlight.ts'

export type Work<Input extends unknown[]> = {
  isBusy: boolean
  error: unknown
  run: (...input: Input) => Promise<void>
}

/** One run at a time, with its state. `error` is that of the last run. */
export function useWork<Input extends unknown[]>(work: (...input: Input) => Promise<void>) {
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: undefined })
  const run = useSingleFlight(async (...input: Input) => {
    setState({ isBusy: true, error: undefined })
    try {
      await work(...input)
      setState({ isBusy: false, error: undefined })
    } catch (error) {
      setState({ isBusy: false, error })
    }
  })
  return { run, ...state, reset: () => setState({ isBusy: false, error: undefined }) }
}

import { useRef, useState } from 'react'

export type Work<Input extends unknown[]> = {
  isBusy: boolean
  error: unknown
  run: (...input: Input) => Promise<void>
}

/** One run at a time, because a second tap may come before the button is disabled. `error` is that of the last run. */
export function useWork<Input extends unknown[]>(work: (...input: Input) => Promise<void>) {
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: undefined })
  const isRunning = useRef(false)
  const run = async (...input: Input) => {
    if (isRunning.current) return
    isRunning.current = true
    setState({ isBusy: true, error: undefined })
    try {
      await work(...input)
      setState({ isBusy: false, error: undefined })
    } catch (error) {
      setState({ isBusy: false, error })
    } finally {
      isRunning.current = false
    }
  }
  return { run, ...state, reset: () => setState({ isBusy: false, error: undefined }) }
}

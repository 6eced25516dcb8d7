import { useRef } from 'react'

/** Wraps an action so that it does nothing while it is still running, as on a double click. */
export function useOnce<Args extends unknown[]>(act: (...args: Args) => Promise<void>) {
  const isRunning = useRef(false)
  return async (...args: Args): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    await act(...args).finally(() => {
      isRunning.current = false
    })
  }
}

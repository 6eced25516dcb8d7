import { useRef } from 'react'

/** Runs one call at a time; further presses get its promise. Disabling a button is too late for a double click. */
export function useSingleFlight<Input extends unknown[], Answer>(act: (...input: Input) => Promise<Answer>) {
  const running = useRef<Promise<Answer>>(undefined)
  const end = () => {
    running.current = undefined
  }
  return (...input: Input): Promise<Answer> => {
    running.current ??= act(...input).finally(end)
    return running.current
  }
}

import type { AnswerOf, Endpoint, InputOf } from '@stampus/contract/endpoint'
import { useCallback, useEffect, useState } from 'react'
import { call } from './api.ts'

type State<E extends Endpoint> = { data?: AnswerOf<E>; error?: unknown; isLoading: boolean }

/** The answer of a call that a page shows, loaded when the page opens or the input changes, and by `reload`. */
export function useAnswer<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  const [state, setState] = useState<State<E>>({ isLoading: true })
  const given = JSON.stringify(input)
  const reload = useCallback(async () => {
    setState((before) => ({ ...before, isLoading: true }))
    try {
      setState({ data: await call(endpoint, JSON.parse(given)), isLoading: false })
    } catch (error) {
      setState((before) => ({ ...before, error, isLoading: false }))
    }
  }, [endpoint, given])
  useEffect(() => void reload(), [reload])
  return { ...state, reload }
}

import { currentOperator, type Operator } from '@stampus/contract/console/operators'
import type { AnswerOf, Endpoint, InputOf } from '@stampus/contract/endpoint'
import { QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { observable } from '../observable.ts'
import { CallError, call } from './api.ts'

export const queryClient = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })

/** Whose console stands at this browser, also after the session has ended; null for nobody. */
export const operatorQuery = {
  queryKey: ['operator'],
  queryFn: async (): Promise<Operator | null> => {
    try {
      return beginSession((await call(currentOperator, {})).data)
    } catch (error) {
      if (!isSignedOut(error)) throw error
      reportSignedOut(error)
      return standing()
    }
  },
}

const ended = observable(false)

/** Whether the session of the operator whose console stands has ended meanwhile. */
export const useSessionEnded = ended.useNow

/** The console is this operator's: what failed for want of a session is fetched, what another one's fetched is gone. */
export function enter(operator: Operator): void {
  queryClient.setQueryData(operatorQuery.queryKey, beginSession(operator))
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/** Nobody is signed in any more; nothing of the one who was is kept. */
export function leave(): void {
  queryClient.setQueryData(operatorQuery.queryKey, null)
  clearCache()
  ended.tell(false)
}

/** A session that ended leads back to the sign-in, wherever it was noticed; what was typed stays behind it. */
export function reportSignedOut(error: unknown): void {
  if (isSignedOut(error) && standing()) ended.tell(true)
}

function beginSession(operator: Operator): Operator {
  if (standing()?.id !== operator.id) clearCache()
  ended.tell(false)
  return operator
}

function standing(): Operator | null {
  return queryClient.getQueryData<Operator | null>(operatorQuery.queryKey) ?? null
}

function clearCache(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== operatorQuery.queryKey[0] })
}

function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}

/** The query of a call and its input: `useQuery(q(merchants, { page: 2 }))`. Its key begins with the call's path. */
export function q<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions({ queryKey: [endpoint.path, input], queryFn: () => callSignedIn(endpoint, input) })
}

/** Ignores presses while the call of an earlier press runs. A disabled button is rendered too late to stop a double click. */
export function useSingleFlight<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
): (input: Input) => Promise<Answer> {
  const underWay = useRef<Promise<Answer>>(undefined)
  const end = () => {
    underWay.current = undefined
  }
  return (input) => {
    underWay.current ??= act(input).finally(end)
    return underWay.current
  }
}

/** A call that changes something. Afterwards every query whose path begins with one of `invalidates` is fetched again. */
export function useCall<E extends Endpoint>(endpoint: E, invalidates: string[] = []) {
  const fetchTouched = () => {
    const touched = ([path]: readonly unknown[]) => invalidates.some((begin) => String(path).startsWith(begin))
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => touched(queryKey) })
  }
  return useMutation({
    networkMode: 'always',
    mutationFn: useSingleFlight((input: InputOf<E>) => callSignedIn(endpoint, input)),
    onSuccess: fetchTouched,
    onError: (error) => {
      if (mayBeStale(error)) fetchTouched()
    },
  })
}

/** Whether what is shown may no longer be so: the call was perhaps done unheard, or somebody else was first. */
function mayBeStale(error: unknown): boolean {
  return error instanceof CallError && [0, 404, 409].includes(error.status)
}

async function callSignedIn<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>> {
  try {
    return await call(endpoint, input)
  } catch (error) {
    reportSignedOut(error)
    throw error
  }
}

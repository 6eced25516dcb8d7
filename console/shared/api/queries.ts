import { currentOperator, type Operator } from '@stampus/contract/console/operators'
import type { AnswerOf, Endpoint, InputOf } from '@stampus/contract/endpoint'
import { useSingleFlight } from '@stampus/ui/browser/useSingleFlight'
import { observable } from '@stampus/ui/observable'
import { QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { CallError, call } from './api.ts'

// The console asks the server also if the browser believes that it is offline.
export const queryClient = new QueryClient({
  defaultOptions: { queries: { networkMode: 'always', retry: false }, mutations: { networkMode: 'always' } },
})

/** The operator of this console, also after the session has ended; null if signed out. */
export const operatorQuery = {
  queryKey: ['operator'],
  queryFn: async (): Promise<Operator | null> => {
    try {
      return openSession((await call(currentOperator, {})).data)
    } catch (error) {
      if (!isSignedOut(error)) throw error
      reportSignedOut(error)
      return cachedOperator()
    }
  },
}

export const useIsManager = () => useQuery(operatorQuery).data?.role === 'manager'

const sessionEnded = observable(false)

/** Whether the session ended while the console is open. */
export const useSessionEnded = sessionEnded.useValue

/** Notes that this operator signed in. Failed queries run again; cached data of another operator is removed. */
export function startSession(operator: Operator): void {
  queryClient.setQueryData(operatorQuery.queryKey, openSession(operator))
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/** Notes that the operator signed out, and clears the cache. */
export function endSession(): void {
  queryClient.setQueryData(operatorQuery.queryKey, null)
  clearCache()
  sessionEnded.set(false)
}

/** If the error is a 401, the sign-in dialog opens. The page stays below it with what was typed. */
export function reportSignedOut(error: unknown): void {
  if (isSignedOut(error) && cachedOperator()) sessionEnded.set(true)
}

function openSession(operator: Operator): Operator {
  if (cachedOperator()?.id !== operator.id) clearCache()
  sessionEnded.set(false)
  return operator
}

function cachedOperator(): Operator | null {
  return queryClient.getQueryData<Operator | null>(operatorQuery.queryKey) ?? null
}

function clearCache(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== operatorQuery.queryKey[0] })
}

function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}

/** The query of a call: `useQuery(q(merchants, { page: 2 }))`. Its key starts with the call's path. */
export function q<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions({ queryKey: [endpoint.path, input], queryFn: () => callWithSession(endpoint, input) })
}

/** A mutation of one call. Afterwards, queries whose path starts with one of `invalidates` are fetched again. */
export function useCall<E extends Endpoint>(endpoint: E, invalidates: string[] = []) {
  const refetchAffected = () => {
    const isAffected = ([path]: readonly unknown[]) => invalidates.some((begin) => String(path).startsWith(begin))
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isAffected(queryKey) })
  }
  return useMutation({
    mutationFn: useSingleFlight((input: InputOf<E>) => callWithSession(endpoint, input)),
    onSuccess: refetchAffected,
    onError: (error) => {
      if (mayBeStale(error)) refetchAffected()
    },
  })
}

/** Whether the shown data may be old: the call may have succeeded unnoticed, or someone else was first. */
function mayBeStale(error: unknown): boolean {
  return error instanceof CallError && [0, 404, 409].includes(error.status)
}

export async function callWithSession<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>> {
  try {
    return await call(endpoint, input)
  } catch (error) {
    reportSignedOut(error)
    throw error
  }
}

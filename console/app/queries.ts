import { currentOperator } from '@stampus/contract/operators'
import { QueryClient } from '@tanstack/react-query'
import { CallError, call } from './api.ts'

export const queryClient = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })

/** Who is signed in at this browser; null for nobody. */
export const operatorQuery = {
  queryKey: ['operator'],
  queryFn: async () => {
    try {
      return (await call(currentOperator, {})).data
    } catch (fault) {
      if (fault instanceof CallError && fault.status === 401) return null
      throw fault
    }
  },
}

/** A session that ended leads back to the sign-in, wherever it was noticed. */
export function noteSignedOut(fault: unknown): void {
  if (fault instanceof CallError && fault.status === 401) queryClient.setQueryData(operatorQuery.queryKey, null)
}

import type { Endpoint, InputOf } from '@stampus/contract/endpoint'
import { create } from 'zustand'
import { type CallOptions, useCall } from './api.ts'
import { CallError } from './CallError.ts'

const useNotOffered = create<Record<string, true>>(() => ({}))

/** A call that a server may not offer. `isOffered` becomes false after a 404. */
export function useOptionalCall<E extends Endpoint>(endpoint: E) {
  const { run, loading } = useCall(endpoint)
  const key = `${endpoint.method} ${endpoint.path}`
  const isOffered = useNotOffered((unknown) => !unknown[key])
  const tryIt = async (input: InputOf<E>, options?: CallOptions) => {
    try {
      return await run(input, options)
    } catch (error) {
      if (isNotOffered(error)) useNotOffered.setState({ [key]: true })
      throw error
    }
  }
  return { run: tryIt, loading, isOffered }
}

export function unlessNotOffered({ state }: { state: { error: unknown } }): boolean {
  return !isNotOffered(state.error)
}

/** Whether the server does not offer the call. The page shows that in place of the action. */
export function isNotOffered(error: unknown): boolean {
  return error instanceof CallError && error.status === 404
}

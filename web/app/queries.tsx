import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { watchDecisions } from '../submissions/decisionNews.ts'
import { q } from './api.ts'
import { CallError } from './CallError.ts'
import { pagesQuery } from './endless.ts'
import type { First } from './firstQueries.ts'
import { useSession } from './session.ts'

/** What the server told, for half a minute before it is asked again. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, networkMode: 'always', refetchOnReconnect: true, retry: mayPass, retryDelay: 800 },
  },
})

// It takes every start for one with a network, and would miss that the network returns.
onlineManager.setOnline(navigator.onLine)
forgetPrivateAnswers()
watchDecisions(queryClient)

/** Asks ahead what a page will ask first; what is known, and not old, is not asked again. */
export async function ask({ endpoint, input, list }: First): Promise<void> {
  if (list) await queryClient.prefetchInfiniteQuery(pagesQuery(endpoint, input))
  else await queryClient.prefetchQuery(q(endpoint, input))
}

/** Takes over what a page that the server has rendered asked first. */
export function know({ endpoint, input, list }: First, answer: unknown): void {
  if (list) queryClient.setQueryData(pagesQuery(endpoint, input).queryKey, { pages: [answer], pageParams: [1] })
  else queryClient.setQueryData(q(endpoint, input).queryKey, answer)
}

/** A part of the app that asks the server. It comes in a chunk of its own, and the query cache with it. */
export function withQueries(Part: ComponentType): ComponentType {
  return function Asking() {
    return (
      <QueryClientProvider client={queryClient}>
        <Part />
      </QueryClientProvider>
    )
  }
}

/** A lost connection and a fault of the server may be gone at a second try; a refusal will not. */
function mayPass(failures: number, fault: unknown): boolean {
  const status = fault instanceof CallError ? fault.status : 500
  return failures < 1 && (status === 0 || status >= 500)
}

/** Nothing of one member is left for the next: what is not public is forgotten when the token changes. */
function forgetPrivateAnswers(): void {
  const filters = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'public' }
  useSession.subscribe((now, before) => {
    if (now.token === before.token) return
    if (now.token) void queryClient.resetQueries(filters)
    else queryClient.removeQueries(filters)
  })
}

import { CACHED_SEARCHES_MAX } from '@stampus/contract/limits'
import { type Query, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { watchDecisionUpdates } from '../receipts/decisionUpdates.ts'
import { useSession } from '../storage/session.ts'
import { q } from './api.ts'
import { CallError } from './CallError.ts'
import { type FirstQuery, pagesQuery } from './endless.ts'

/**
 * The server's answers: fresh for half a minute, and kept while the page is open, to be seen without a network; of searches
 * only the latest.
 */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: Number.POSITIVE_INFINITY,
      networkMode: 'always',
      refetchOnReconnect: false,
      retry: mayPass,
      retryDelay: 800,
    },
  },
})

window.addEventListener('online', askAgain)
forgetPrivateAnswers()
forgetOldSearches()
watchDecisionUpdates(queryClient)

/** Asks ahead what a page will ask first; what is known, and not old, is not asked again. */
export async function ask({ endpoint, input, list }: FirstQuery): Promise<void> {
  if (list) await queryClient.prefetchInfiniteQuery(pagesQuery(endpoint, input))
  else await queryClient.prefetchQuery(q(endpoint, input))
}

/** Takes over what a page that the server has rendered asked first. */
export function know({ endpoint, input, list }: FirstQuery, answer: unknown): void {
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

/**
 * Asks again for all that is shown and failed, is old or is still under way. The query cache by itself would go on waiting
 * for a call that a dead connection holds, or for the pause before the second try.
 */
function askAgain(): void {
  const shown = queryClient.getQueryCache().findAll({ type: 'active' })
  for (const query of shown.filter((one) => one.isStale() || one.state.fetchStatus !== 'idle')) {
    void query.cancel({ silent: true })
    void query.fetch().catch(() => undefined)
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

/** Every pause in typing makes a search, so that they would add up. */
function forgetOldSearches(): void {
  const cache = queryClient.getQueryCache()
  const forget = () => {
    const unseen = cache.findAll({ type: 'inactive', fetchStatus: 'idle', predicate: isSearch })
    unseen.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    for (const old of unseen.slice(CACHED_SEARCHES_MAX)) cache.remove(old)
  }
  cache.subscribe(({ type }) => {
    // What takes its place counts as shown only after this.
    if (type === 'observerRemoved') queueMicrotask(forget)
  })
}

function isSearch({ queryKey }: Query): boolean {
  const input = queryKey.at(-1) as { search?: string } | undefined
  return Boolean(input?.search)
}

import { CACHED_SEARCHES_MAX } from '@stampus/contract/limits'
import { list, type Merchant, show, showBySlug } from '@stampus/contract/merchants'
import { notifyManager, type Query, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { watchDecisionUpdates } from '../receipts/decisionUpdates.ts'
import { useSession } from '../storage/session.ts'
import { q } from './api.ts'
import { CallError } from './CallError.ts'
import { type Answered, rowsOf } from './cachedRows.ts'
import { useConnection } from './connection.ts'
import { type FirstQuery, pagesQuery } from './endless.ts'
import { isSearch, keepAnswers } from './keptAnswers.ts'

/** Answers stay while the page is open, so that they show without a network. Of searches, only the latest stay. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: Number.POSITIVE_INFINITY,
      networkMode: 'always',
      refetchOnReconnect: false,
      retry: shouldRetry,
      retryDelay: 800,
    },
  },
})

window.addEventListener('online', refetchAll)
clearPrivateAnswers()
removeOldSearches()
watchDecisionUpdates(queryClient)
keepAnswers(queryClient)
fillFromLists(queryClient)
watchAgeOffline()

/** Fetches a page's first query in advance, unless it is cached and fresh. */
export async function ask({ endpoint, input, list }: FirstQuery): Promise<void> {
  if (list) await queryClient.prefetchInfiniteQuery(pagesQuery(endpoint, input))
  else await queryClient.prefetchQuery(q(endpoint, input))
}

export function seedQuery({ endpoint, input, list }: FirstQuery, answer: unknown, mayBeOld = false): void {
  const { queryKey } = list ? pagesQuery(endpoint, input) : q(endpoint, input)
  const data = list ? { pages: [answer], pageParams: [1] } : answer
  queryClient.setQueryData(queryKey, data, { updatedAt: mayBeOld ? 0 : Date.now() })
}

export function withQueryClient(Part: ComponentType): ComponentType {
  return function WithQueryClient() {
    return (
      <QueryClientProvider client={queryClient}>
        <Part />
      </QueryClientProvider>
    )
  }
}

/** Refetches what is on screen and stale. The library would wait for a dead connection or for its retry. */
function refetchAll(): void {
  const shown = queryClient.getQueryCache().findAll({ type: 'active' })
  for (const query of shown.filter((one) => one.isStale() || one.state.fetchStatus !== 'idle')) {
    void query.cancel({ silent: true })
    void query.fetch().catch(() => undefined)
  }
}

/** Retry a network or server error once. Other errors would fail again. */
function shouldRetry(failures: number, error: unknown): boolean {
  const status = error instanceof CallError ? error.status : 500
  return failures < 1 && (status === 0 || status >= 500)
}

/** When the token changes, removes all answers that are not public, so that the next member does not see them. */
function clearPrivateAnswers(): void {
  const filters = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'public' }
  useSession.subscribe((now, before) => {
    if (now.token === before.token) return
    if (now.token) void queryClient.resetQueries(filters)
    else queryClient.removeQueries(filters)
  })
}

function watchAgeOffline(): void {
  const cache = queryClient.getQueryCache()
  const update = () => {
    const times = cache.findAll({ type: 'active' }).flatMap(({ state }) => state.dataUpdatedAt || [])
    const shownAsOf = times.length > 0 ? Math.min(...times) : undefined
    const { isOffline, shownAsOf: before } = useConnection.getState()
    if (isOffline && shownAsOf !== before) useConnection.setState({ shownAsOf })
  }
  cache.subscribe(notifyManager.batchCalls(update))
  useConnection.subscribe(update)
}

/** Every pause in typing makes a search, so they would pile up. */
function removeOldSearches(): void {
  const cache = queryClient.getQueryCache()
  const forget = () => {
    const unseen = cache.findAll({ type: 'inactive', fetchStatus: 'idle', predicate: isSearch })
    unseen.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    for (const old of unseen.slice(CACHED_SEARCHES_MAX)) cache.remove(old)
  }
  cache.subscribe(({ type }) => {
    // The next query counts as active only after this event.
    if (type === 'observerRemoved') queueMicrotask(forget)
  })
}

/** Without a network, takes a merchant from a list that this browser has, so that a receipt can be filled in for it. */
export function fillFromLists(queries: QueryClient): void {
  const cache = queries.getQueryCache()
  const fill = (query: Query) => {
    if (query.state.data !== undefined) return
    const [, path, input] = query.queryKey as [string, string, Record<string, unknown>]
    const isIt = ({ id, slug }: Merchant) =>
      path === show.path ? String(id) === String(input.id) : path === showBySlug.path && slug === input.slug
    for (const { state } of cache.findAll({ queryKey: [list.access, list.path, 'pages'] })) {
      const row = rowsOf(state.data as Answered<Merchant> | undefined).find(isIt)
      if (row) return void queries.setQueryData(query.queryKey, { data: row }, { updatedAt: state.dataUpdatedAt })
    }
  }
  const isUnreached = ({ queryKey, state }: Query) =>
    [show.path, showBySlug.path].includes(queryKey[1] as typeof show.path) &&
    state.error instanceof CallError &&
    state.error.status === 0
  cache.subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    if (action.type === 'error' && isUnreached(query)) fill(query)
    // A kept list may arrive after the failure.
    if (action.type === 'success' && query.queryKey[1] === list.path)
      for (const one of cache.findAll({ predicate: isUnreached })) fill(one)
  })
}

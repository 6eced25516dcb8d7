import { list, type Merchant, show, showBySlug } from '@stampus/contract/merchants'
import type { Query, QueryClient } from '@tanstack/react-query'
import { CallError } from '../api/CallError.ts'
import { type Answered, rowsOf } from '../api/cachedRows.ts'

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

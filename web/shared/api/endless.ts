import type { AnswerOf, Endpoint, InputOf } from '@stampus/contract/endpoint'
import { hasMore, type Meta } from '@stampus/contract/fields'
import { INFINITE_SCROLL_SHARE, MAX_PAGE, PAGE_SIZE } from '@stampus/contract/limits'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type * as z from 'zod/mini'
import { call } from './api.ts'

type ListEndpoint = Endpoint & { answer: z.core.$ZodType<ListAnswer> }
export type FirstQuery =
  | { endpoint: Endpoint; input: object; list?: false }
  | { endpoint: ListEndpoint; input: object; list: true }

type RowOf<E extends ListEndpoint> = AnswerOf<E>['data'][number]

type Limits = {
  pageSize?: number
  lastPage?: number
  enabled?: boolean | ((query: { state: { error: unknown } }) => boolean)
  refetchInterval?: (rows: Row[]) => number | false
  /** How long the pages count as fresh, in milliseconds. */
  staleTime?: number
}

export function useEndlessList<E extends ListEndpoint>(
  endpoint: E,
  input: Omit<InputOf<E>, 'page'>,
  limits: Limits = {},
) {
  const { pageSize = PAGE_SIZE, lastPage = MAX_PAGE, enabled = true, refetchInterval, staleTime } = limits
  const query = useInfiniteQuery({
    ...pagesQuery(endpoint, input),
    enabled,
    getNextPageParam: (_, pages, page) => (page < lastPage && hasAnotherPage(pages, pageSize) ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    // An undefined value would replace the default.
    ...(staleTime !== undefined && { staleTime }),
    refetchInterval: ({ state }) => refetchInterval?.(uniqueRows(state.data?.pages)) ?? false,
  })
  const pages = query.data?.pages
  const rows = useMemo(() => uniqueRows<RowOf<E>>(pages), [pages])
  return { ...query, rows }
}

export function pagesQuery<E extends ListEndpoint>(endpoint: E, input: Omit<InputOf<E>, 'page'>) {
  return {
    queryKey: [endpoint.access, endpoint.path, 'pages', input] as const,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
      call(endpoint, { ...input, page: pageParam } as InputOf<E>, { signal }),
  }
}

export type EndlessResult<R> = Omit<ReturnType<typeof useEndlessList>, 'rows'> & { rows: R[] }

/** Loads the next page near the end of the list: within a tenth of its height. */
export function useLoadMoreNearEnd(list: EndlessResult<Row>) {
  const { rows, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const canLoadMore = hasNextPage && !isFetching && !isFetchNextPageError
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows move the end of the list
  useEffect(() => {
    if (!canLoadMore) return
    const loadIfNearEnd = () => {
      const { scrollHeight } = document.documentElement
      if (scrollHeight - window.scrollY - window.innerHeight <= scrollHeight * INFINITE_SCROLL_SHARE)
        void fetchNextPage({ cancelRefetch: false })
    }
    loadIfNearEnd()
    const stop = new AbortController()
    for (const move of ['scroll', 'resize'])
      window.addEventListener(move, loadIfNearEnd, { passive: true, signal: stop.signal })
    return () => stop.abort()
  }, [canLoadMore, rows.length, fetchNextPage])
}

/** What a page knows of its thing, whichever request brings it. */
export type ItemState<Row> = {
  row: Row | undefined
  state: 'found' | 'searching' | 'missing' | 'failed'
  isFetching: boolean
  refetch: () => unknown
}

export function useFindInPages<R extends { id: number }>(list: EndlessResult<R>, id: string): ItemState<R> {
  const { rows, hasNextPage, isFetching, isError, refetch } = list
  const row = rows.find((one) => String(one.id) === id)
  useLoadWhile(list, !row)
  const isSearching = isFetching || hasNextPage
  const state = row ? 'found' : isError ? 'failed' : isSearching ? 'searching' : 'missing'
  return { row, state, isFetching, refetch }
}

export function useLoadWhile(list: Omit<EndlessResult<Row>, 'rows'>, isNeeded: boolean): boolean {
  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  const needsMore = isNeeded && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (needsMore) void fetchNextPage({ cancelRefetch: false })
  }, [needsMore, fetchNextPage])
  return needsMore
}

type Row = { id: number }
type ListAnswer = { data: Row[]; meta?: Meta | undefined }

export function uniqueRows<R extends Row>(pages: { data: Row[] }[] = []): R[] {
  const byId = new Map<number, Row>()
  for (const row of pages.flatMap(({ data }) => data)) if (!byId.has(row.id)) byId.set(row.id, row)
  return [...byId.values()] as R[]
}

/** Whether the list has another page. Without `meta`, a page of known rows ends the list. */
export function hasAnotherPage(pages: ListAnswer[], pageSize: number): boolean {
  const last = pages.at(-1)
  if (!last || !hasMore(last, pageSize)) return false
  const known = new Set(uniqueRows(pages.slice(0, -1)).map(({ id }) => id))
  return last.meta !== undefined || last.data.some(({ id }) => !known.has(id))
}

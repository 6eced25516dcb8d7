import type { AnswerOf, Endpoint, InputOf } from '@stampus/contract/endpoint'
import { INFINITE_SCROLL_SHARE, MAX_PAGE, PAGE_SIZE } from '@stampus/contract/limits'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type * as z from 'zod/mini'
import { call } from './api.ts'
import { goesOn, type ListAnswer, type Row, rowsOf } from './pages.ts'

export type ListEndpoint = Endpoint & { answer: z.core.$ZodType<ListAnswer> }
/** The first request of a page: one answer, or the first page of a list. */
export type FirstQuery =
  | { endpoint: Endpoint; input: object; list?: false }
  | { endpoint: ListEndpoint; input: object; list: true }

export type RowOf<E extends ListEndpoint> = AnswerOf<E>['data'][number]

type Limits = {
  /** A full page where the server tells no `meta` (S-9.02). */
  pageSize?: number
  lastPage?: number
  enabled?: boolean
  refetchInterval?: (rows: Row[]) => number | false
}

/** A list of the server, page after page; rows that moved from one page to the next stand in it once (D-34). */
export function useEndless<E extends ListEndpoint>(endpoint: E, input: Omit<InputOf<E>, 'page'>, limits: Limits = {}) {
  const { pageSize = PAGE_SIZE, lastPage = MAX_PAGE, enabled = true, refetchInterval } = limits
  const query = useInfiniteQuery({
    ...pagesQuery(endpoint, input),
    enabled,
    getNextPageParam: (_, pages, page) => (page < lastPage && goesOn(pages, pageSize) ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refetchInterval?.(rowsOf(state.data?.pages)) ?? false,
  })
  const pages = query.data?.pages
  const rows = useMemo(() => rowsOf<RowOf<E>>(pages), [pages])
  return { ...query, rows }
}

/** The query of a list's pages, from the first one on. */
export function pagesQuery<E extends ListEndpoint>(endpoint: E, input: Omit<InputOf<E>, 'page'>) {
  return {
    queryKey: [endpoint.access, endpoint.path, 'pages', input] as const,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
      call(endpoint, { ...input, page: pageParam } as InputOf<E>, { signal }),
  }
}

export type Endless<R> = Omit<ReturnType<typeof useEndless>, 'rows'> & { rows: R[] }

/** Loads more whenever the end of the page is within a tenth of its height (S-9.03). */
export function useMoreNearEnd({ rows, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: Endless<Row>) {
  const wanted = hasNextPage && !isFetching && !isFetchNextPageError
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows make a new end to look at
  useEffect(() => {
    if (!wanted) return
    const look = () => {
      if (nearEnd()) void fetchNextPage({ cancelRefetch: false })
    }
    look()
    const stop = new AbortController()
    for (const move of ['scroll', 'resize']) window.addEventListener(move, look, { passive: true, signal: stop.signal })
    return () => stop.abort()
  }, [wanted, rows.length, fetchNextPage])
}

function nearEnd(): boolean {
  const { scrollHeight } = document.documentElement
  return scrollHeight - window.scrollY - window.innerHeight <= scrollHeight * INFINITE_SCROLL_SHARE
}

type PageSubject<R> = { state: 'found'; row: R } | { state: 'seeking' | 'missing' | 'failed'; row?: undefined }

/** One row where no call answers it alone: looked for in a list's pages, on to the end of the list (D-31). */
export function useFindInPages<R extends { id: number }>(list: Endless<R>, id: string): PageSubject<R> {
  const row = list.rows.find((one) => String(one.id) === id)
  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  const seekOn = !row && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (seekOn) void fetchNextPage({ cancelRefetch: false })
  }, [seekOn, fetchNextPage])
  if (row) return { state: 'found', row }
  if (isError) return { state: 'failed' }
  return { state: isFetching || hasNextPage ? 'seeking' : 'missing' }
}

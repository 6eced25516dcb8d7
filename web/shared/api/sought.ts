import { useEffect } from 'react'
import type { Endless } from './endless.ts'

type PageSubject<R> = { state: 'found'; row: R } | { state: 'seeking' | 'missing' | 'failed'; row?: undefined }

/** One row where no call answers it alone: looked for in a list's pages, on to the end of the list (D-31). */
export function useSought<R extends { id: number }>(list: Endless<R>, id: string): PageSubject<R> {
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

import { Failure } from '@stampus/ui/Failure'
import { SkipLink } from '@stampus/ui/SkipLink'
import { Spinner } from '@stampus/ui/Spinner'
import type { ReactNode } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { type EndlessResult, useLoadMoreNearEnd } from '../api/endless.ts'

type Props<R> = {
  list: EndlessResult<R>
  /** Shown while the first page loads, unless rows of the filter before it are shown. */
  wait: ReactNode
  empty: ReactNode
  failed: string
  moreFailed?: string
  children: (rows: R[]) => ReactNode
}

export function EndlessList<R extends { id: number }>({ list, wait, empty, failed, moreFailed, children }: Props<R>) {
  useLoadMoreNearEnd(list)
  if (list.isPending || (list.isPlaceholderData && list.rows.length === 0)) return wait
  if (list.isLoadingError) {
    return <Failure text={failed} retry={words.retry} isBusy={list.isFetching} onRetry={() => void list.refetch()} />
  }
  if (list.rows.length === 0 && !list.hasNextPage) return empty
  return (
    <div
      aria-busy={list.isPlaceholderData || list.isFetchingNextPage}
      className={list.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}
    >
      <SkipLink href="#footer">{words.skipList}</SkipLink>
      {children(list.rows)}
      <p role="status" className="sr-only">
        {sentences.listShown(list.rows.length)}
      </p>
      <More list={list} failed={moreFailed ?? failed} />
    </div>
  )
}

function More({ list, failed }: { list: EndlessResult<unknown>; failed: string }) {
  if (list.isFetchNextPageError) {
    return (
      <div className="mt-6">
        <Failure
          text={failed}
          retry={words.retry}
          isBusy={list.isFetchingNextPage}
          onRetry={() => void list.fetchNextPage()}
        />
      </div>
    )
  }
  if (!list.hasNextPage) return null
  return (
    <div className="grid min-h-20 place-items-center pt-4">
      {list.isFetchingNextPage ? <Spinner color="secondary" label={words.loadingMore} /> : null}
    </div>
  )
}

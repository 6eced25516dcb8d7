import { buttonClass } from '@stampus/ui/Button'
import { Failure } from '@stampus/ui/Failure'
import { Notice } from '@stampus/ui/Notice'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { CallError } from '../api/api.ts'
import { showToast } from '../toasts.ts'
import { Page } from './Page.tsx'

type RecordLoaderProps<Thing, Key extends QueryKey> = {
  query: UseQueryOptions<{ data: Thing }, Error, { data: Thing }, Key>
  /** The name of the record's kind, such as "Merchant". */
  what: string
  list: ParentList
  children: (thing: Thing, reload: () => void) => ReactNode
}

/**
 * Loads one record for a form. It is not refreshed by itself, so that the typed text stays. `reload` loads it again.
 */
export function RecordLoader<Thing, Key extends QueryKey>({
  query,
  what,
  list,
  children,
}: RecordLoaderProps<Thing, Key>) {
  const { data, error, isFetching, refetch } = useQuery({ ...query, gcTime: 0, refetchOnWindowFocus: false })
  const [times, setTimes] = useState(0)
  const reload = () => void refetch().then(onReloaded)
  const onReloaded = ({ error }: { error: Error | null }) => {
    if (error) showToast(`${error.message} What you typed is still here.`, 'error')
    else setTimes((before) => before + 1)
  }
  if (data) return <Fragment key={times}>{children(data.data, reload)}</Fragment>
  return (
    <Page title={what}>
      {error ? (
        <RecordError error={error} isBusy={isFetching} onRetry={() => void refetch()} list={list} />
      ) : (
        <Loading label={`Loading the ${what.toLowerCase()}`} className="grid gap-4">
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
    </Page>
  )
}

/** The list page of the record. */
export type ParentList = { to: string; name: string }

type RecordErrorProps = { error: Error; isBusy: boolean; onRetry: () => void; list: ParentList }

/** Why a record could not be opened. A missing record leads back to its list; other errors can be retried. */
export function RecordError({ error, isBusy, onRetry, list: { to, name } }: RecordErrorProps) {
  if (!(error instanceof CallError && error.status === 404))
    return <Failure text={error.message} retry="Retry" isBusy={isBusy} onRetry={onRetry} />
  return (
    <Notice kind="error" role="alert">
      <p>{error.message}</p>
      <Link to={to} className={buttonClass('secondary', 'mt-3')}>
        Back to {name.toLowerCase()}
      </Link>
    </Notice>
  )
}

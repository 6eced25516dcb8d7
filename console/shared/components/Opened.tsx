import { Skeleton } from '@stampus/ui/Skeleton'
import { Waiting } from '@stampus/ui/Waiting'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { say } from '../toasts.ts'
import { type ListOf, OpeningFault } from './OpeningFault.tsx'
import { Page } from './Page.tsx'

type Props<Thing, Key extends QueryKey> = {
  query: UseQueryOptions<{ data: Thing }, Error, { data: Thing }, Key>
  /** What is opened, as in "Merchant". */
  what: string
  list: ListOf
  children: (thing: Thing, reload: () => void) => ReactNode
}

/**
 * One thing that is to be changed, as it was when it was opened: nothing that is fetched later takes away what is typed.
 * `reload` opens it anew.
 */
export function Opened<Thing, Key extends QueryKey>({ query, what, list, children }: Props<Thing, Key>) {
  const { data, error, isFetching, refetch } = useQuery({ ...query, gcTime: 0, refetchOnWindowFocus: false })
  const [times, setTimes] = useState(0)
  const reload = () => void refetch().then(openAnew)
  const openAnew = ({ error: fault }: { error: Error | null }) => {
    if (fault) say(`${fault.message} What you typed is still here.`, 'error')
    else setTimes((before) => before + 1)
  }
  if (data) return <Fragment key={times}>{children(data.data, reload)}</Fragment>
  return (
    <Page title={what}>
      {error ? (
        <OpeningFault error={error} busy={isFetching} onRetry={() => void refetch()} list={list} />
      ) : (
        <Waiting label={`Opening the ${what.toLowerCase()}`} className="grid gap-4">
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-40 w-full" />
        </Waiting>
      )}
    </Page>
  )
}

import { Spinner } from '@stampus/ui/Spinner'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BackLink, Page } from './Page.tsx'
import { type ParentList, RecordError } from './RecordLoader.tsx'
import { StaleNotice } from './StaleNotice.tsx'

type Props<Thing, Key extends QueryKey> = {
  query: UseQueryOptions<{ data: Thing }, Error, { data: Thing }, Key>
  /** The kind of record, such as "Voucher". */
  what: string
  /** The title until it is loaded; by default its kind. */
  title?: string
  titleOf: (thing: Thing) => string
  list: ParentList
  actions?: (thing: Thing) => ReactNode
  children: (thing: Thing, reload: () => void) => ReactNode
}

/** The page of one record that is not a form: it loads, fails or is shown, and is refreshed by itself. */
export function DetailPage<Thing, Key extends QueryKey>(props: Props<Thing, Key>) {
  const { query, what, title = what, titleOf, list, actions, children } = props
  const { data, error, isFetching, refetch } = useQuery(query)
  const loading = { error, isBusy: isFetching, onRetry: () => void refetch() }
  return (
    <Page
      title={data ? titleOf(data.data) : title}
      back={<BackLink to={list.to}>{list.name}</BackLink>}
      actions={data ? actions?.(data.data) : null}
    >
      {data ? (
        <>
          <StaleNotice {...loading} />
          {children(data.data, loading.onRetry)}
        </>
      ) : error ? (
        <RecordError {...loading} error={error} list={list} />
      ) : (
        <Spinner size="lg" label={`Loading the ${what.toLowerCase()}`} />
      )}
    </Page>
  )
}

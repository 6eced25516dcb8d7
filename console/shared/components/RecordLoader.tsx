import { buttonClass } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { CallError } from '../api/api.ts'
import { showToast } from '../toasts.ts'
import { type Loadable, LoadFailure, StaleNotice } from './LoadFailure.tsx'
import { BackLink, Page } from './Page.tsx'

export type ParentList = { to: string; name: string }

type LoaderProps<Thing, Key extends QueryKey> = {
  query: UseQueryOptions<{ data: Thing }, Error, { data: Thing }, Key>
  what: string
  list: ParentList
  children: (thing: Thing, reload: () => void) => ReactNode
}

/** Loads one record for a form. It is not refreshed by itself, so that the typed text stays. `reload` loads it again. */
export function RecordLoader<Thing, Key extends QueryKey>(props: LoaderProps<Thing, Key>) {
  const { query, what, list, children } = props
  const loading = useQuery({ ...query, gcTime: 0, refetchOnWindowFocus: false })
  const [times, setTimes] = useState(0)
  const reload = async () => {
    const { error } = await loading.refetch()
    if (error) showToast(`${error.message} What you typed is still here.`, 'error')
    else setTimes((before) => before + 1)
  }
  if (loading.data) return <Fragment key={times}>{children(loading.data.data, () => void reload())}</Fragment>
  return (
    <Page title={what} back={<BackLink to={list.to}>{list.name}</BackLink>}>
      <Unloaded query={loading} what={what} list={list} />
    </Page>
  )
}

type DetailProps<Thing, Key extends QueryKey> = LoaderProps<Thing, Key> & {
  /** The title until it is loaded; by default its kind. */
  title?: string
  titleOf: (thing: Thing) => string
  actions?: (thing: Thing) => ReactNode
}

/** The page of one record that is not a form: it loads, fails or is shown, and is refreshed by itself. */
export function DetailPage<Thing, Key extends QueryKey>(props: DetailProps<Thing, Key>) {
  const { query, what, title = what, titleOf, list, actions, children } = props
  const loading = useQuery(query)
  const thing = loading.data?.data
  return (
    <Page
      title={thing ? titleOf(thing) : title}
      back={<BackLink to={list.to}>{list.name}</BackLink>}
      actions={thing && actions?.(thing)}
    >
      {thing ? (
        <>
          <StaleNotice query={loading} />
          {children(thing, () => void loading.refetch())}
        </>
      ) : (
        <Unloaded query={loading} what={what} list={list} />
      )}
    </Page>
  )
}

type UnloadedProps = { query: Loadable; what: string; list: ParentList }

/** Shown while a record loads, or why it did not. A missing one leads back to its list; other errors can be retried. */
function Unloaded({ query, what, list: { to, name } }: UnloadedProps) {
  const { error } = query
  if (!error)
    return (
      <Loading label={`Loading the ${what.toLowerCase()}`} className="grid gap-4">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-40 w-full" />
      </Loading>
    )
  if (!(error instanceof CallError && error.status === 404)) return <LoadFailure query={query} />
  return (
    <Notice kind="error" role="alert">
      <p>{error.message}</p>
      <Link to={to} className={buttonClass('secondary', 'mt-3')}>
        Back to {name.toLowerCase()}
      </Link>
    </Notice>
  )
}

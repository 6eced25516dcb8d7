import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { isMissing } from '../api/CallError.ts'
import type { ItemState } from '../api/endless.ts'
import { Photo, type Pictured } from '../pictures/Photo.tsx'
import { ButtonLink } from './Link.tsx'
import { QueryFailure } from './QueryFailure.tsx'
import { Title } from './Title.tsx'

/** The state of a query for one thing. With `keeps`, what is shown stays although the server no longer has it. */
export function itemOf<Row>(query: UseQueryResult<{ data: Row }>, { keeps = false } = {}): ItemState<Row> {
  const { data, error, isPending, isFetching, refetch } = query
  const isGone = isMissing(error, !data) && !(keeps && data)
  const row = isGone ? undefined : data?.data
  const state = row !== undefined ? 'found' : isGone ? 'missing' : isPending ? 'searching' : 'failed'
  return { row, state, isFetching, refetch }
}

type Props<Row> = {
  item: ItemState<Row>
  title: string
  failed: string
  wait: ReactNode
  missing: MissingProps
  children: (row: Row) => ReactNode
}

export function Item<Row>({ item, title, failed, wait, missing, children }: Props<Row>) {
  if (item.row !== undefined) return children(item.row)
  if (item.state === 'searching') return wait
  if (item.state === 'missing') return <MissingItem {...missing} />
  return (
    <>
      <Title className="mb-4 font-bold text-title">{title}</Title>
      <QueryFailure text={failed} query={item} />
    </>
  )
}

type MissingProps = {
  icon: ComponentType<{ className?: string }>
  title: string
  text: string
  ways: [path: string, label: string][]
}

export function MissingItem({ icon: Icon, title, text, ways }: MissingProps) {
  return (
    <section className="mx-auto max-w-md py-12 text-center">
      <Icon aria-hidden="true" className="mx-auto mb-4 size-10 text-muted" />
      <Title>{title}</Title>
      <p className="mt-3 mb-8 text-muted">{text}</p>
      <p className="flex flex-wrap justify-center gap-3">
        {ways.map(([path, label], place) => (
          <ButtonLink key={path} to={path} label={label} look={place === 0 ? 'primary' : 'secondary'} />
        ))}
      </p>
    </section>
  )
}

export function ArticleSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label} className="grid gap-5">
      <Skeleton className="aspect-video w-full rounded-sheet" />
      <Skeleton className="h-8 w-4/5" />
      <Skeleton className="h-5 w-2/5" />
      <Skeleton className="h-32 w-full" />
    </Loading>
  )
}

export function ArticlePhoto({ of: { image_url, placeholder_image_url } }: { of: Pictured }) {
  if (!image_url) return null
  const look = 'aspect-video w-full rounded-sheet'
  return <Photo src={image_url} placeholder={placeholder_image_url} alt="" width={960} height={540} className={look} />
}

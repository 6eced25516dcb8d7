import { hasMore, type Meta } from '@stampus/contract/fields'
import { Empty } from '@stampus/ui/Empty'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { CallError } from '../api/api.ts'
import { LinkButton } from '../components/LinkButton.tsx'
import { type Loadable, LoadFailure, StaleNotice } from '../components/LoadFailure.tsx'

export type Column<Row> = {
  name: string
  cell: (row: Row) => ReactNode
  align?: 'right'
}

type TableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => number | string
}

/** A table; on narrow screens each row is a card with the column names beside the values. */
export function DataTable<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <table className="w-full border-separate border-spacing-0 overflow-hidden rounded-sheet border border-line bg-sheet shadow-sheet">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:hidden">
        <tr>
          {columns.map(({ name, align }) => (
            <th
              key={name}
              scope="col"
              className={`${cell} whitespace-nowrap font-semibold text-small text-muted ${side(align)}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className="max-md:grid max-md:border-line max-md:border-t max-md:py-2 md:hover:bg-paper">
            {columns.map(({ name, cell: show, align }) => (
              <td key={name} className={`${cell} md:border-line md:border-t ${side(align)}`}>
                <span className="w-28 shrink-0 text-small text-muted md:hidden">{name}</span>
                <span className="wrap-break-word max-md:min-w-0 max-md:wrap-anywhere">{show(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const cell =
  'px-3 py-2.5 align-middle max-md:flex max-md:items-baseline max-md:gap-3 max-md:py-1 max-md:has-[>:last-child:empty]:hidden'
const side = (align: 'right' | undefined) => (align ? 'md:text-right tabular-nums' : 'text-left')

/** A link to a record in a row or a fact, high enough for a thumb. */
export function RowLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="wrap-anywhere inline-flex min-h-11 min-w-11 items-center font-semibold text-blue underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  )
}

type List<Row = unknown> = { data: Row[]; meta?: Meta | undefined }

type BodyProps<Shown extends List> = {
  query: Loadable & { data: Shown | undefined; isPlaceholderData: boolean }
  /** What is listed, such as "merchants" in "Loading merchants". */
  what: string
  none: ReactNode
  /** The placeholder while it loads, if it is not a table. */
  skeleton?: (label: string) => ReactNode
  children: (list: Shown) => ReactNode
}

/** A list in each of its states: loading, failed with Retry, empty, shown, or loading another page. */
export function ListBody<Shown extends List>({
  query,
  what,
  none,
  skeleton = tableSkeleton,
  children,
}: BodyProps<Shown>) {
  const { data, error, isPlaceholderData } = query
  if (error && !data)
    return (
      <LoadFailure query={query} text={error instanceof CallError ? error.message : `Couldn't load the ${what}.`} />
    )
  if (!data) return skeleton(`Loading ${what}`)
  return (
    <>
      <StaleNotice query={query} />
      <div aria-busy={isPlaceholderData} className="grid min-w-0 gap-4 aria-busy:opacity-60">
        {data.data.length > 0 ? (
          children(data)
        ) : (
          <>
            {typeof none === 'string' ? <Empty icon={SearchX} text={none} /> : none}
            <Pager list={data} />
          </>
        )}
      </div>
    </>
  )
}

function tableSkeleton(label: string) {
  return (
    <Loading label={label} className="grid gap-px overflow-hidden rounded-sheet border border-line bg-sheet p-3">
      {Array.from({ length: 8 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical rows that never move
        <Skeleton key={at} className="my-2 h-6 w-full" />
      ))}
    </Loading>
  )
}

type PagedProps<Row> = Omit<BodyProps<List<Row>>, 'children' | 'skeleton'> &
  Omit<TableProps<Row>, 'rows' | 'keyOf'> & {
    keyOf?: (row: Row) => number | string
    /** False for a list that comes whole. */
    hasPages?: boolean
  }

/** A list in each of its states, as a table with links to its other pages. */
export function PagedTable<Row extends object>(props: PagedProps<Row>) {
  const { caption, columns, keyOf = idOf, hasPages = true, ...list } = props
  return (
    <ListBody {...list}>
      {(found) => (
        <>
          <DataTable caption={caption} columns={columns} rows={found.data} keyOf={keyOf} />
          {hasPages ? <Pager list={found} /> : null}
        </>
      )}
    </ListBody>
  )
}

const idOf = (row: object) => ('id' in row ? String(row.id) : '')

/** Links to the previous and the next page, by `page` in the address bar; also below an empty page after the last one. */
function Pager({ list }: { list: List }) {
  const [params] = useSearchParams()
  const page = list.meta?.current_page ?? pageParam(params)
  const to = (other: number) => withParam(params, 'page', other > 1 ? other : null)
  return (
    <PageLinks
      back={page > 1 && { to: to(page - 1), text: 'Previous page' }}
      place={`Page ${page}`}
      on={hasMore(list) && { to: to(page + 1), text: 'Next page' }}
    />
  )
}

/** The page number in the address bar; 1 without one. */
export function pageParam(params: URLSearchParams): number {
  const given = params.get('page') ?? ''
  return /^[1-9]\d{0,3}$/.test(given) ? Number(given) : 1
}

/** The address of this page with another value of a parameter. */
export function withParam(params: URLSearchParams, name: string, value: number | null): string {
  const next = new URLSearchParams(params)
  next.delete(name)
  if (value !== null) next.set(name, String(value))
  return `?${next}`
}

type PageLink = { to: string; text: string } | false

/** Links to the parts of a list before and after this one. */
export function PageLinks({ back, place, on }: { back: PageLink; place?: string; on: PageLink }) {
  if (!back && !on) return null
  const link = (page: PageLink) => (page ? <LinkButton to={page.to}>{page.text}</LinkButton> : <span />)
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3">
      {link(back)}
      {place ? <span className="text-small text-muted tabular-nums">{place}</span> : null}
      {link(on)}
    </nav>
  )
}

import type { Meta } from '@stampus/contract/fields'
import { Empty } from '@stampus/ui/Empty'
import { Failure } from '@stampus/ui/Failure'
import { SearchX } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { CallError } from '../api/api.ts'
import { StaleNotice } from '../components/StaleNotice.tsx'
import { type Column, DataTable, TableSkeleton } from './DataTable.tsx'
import { Pager } from './Pager.tsx'

type Shown = { data: unknown[]; meta?: Meta | undefined }

type Props<List extends Shown> = {
  query: {
    data: List | undefined
    error: Error | null
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** What is listed, such as "merchants" in "Loading merchants". */
  what: string
  /** The text of an empty list. */
  none: ReactNode
  /** The placeholder while it loads, if it is not a table. */
  skeleton?: (label: string) => ReactNode
  children: (list: List) => ReactNode
}

/** A list in each of its states: loading, failed with Retry, empty, shown, or loading another page. */
export function ListBody<List extends Shown>({ query, what, none, skeleton = tableSkeleton, children }: Props<List>) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const retry = () => void refetch()
  if (error && !data) {
    const text = error instanceof CallError ? error.message : `Couldn't load the ${what}.`
    return <Failure text={text} retry="Retry" isBusy={isFetching} onRetry={retry} />
  }
  if (!data) return skeleton(`Loading ${what}`)
  return (
    <>
      <StaleNotice error={error} isBusy={isFetching} onRetry={retry} />
      <div aria-busy={isPlaceholderData} className="grid min-w-0 gap-4 aria-busy:opacity-60">
        {data.data.length > 0 ? children(data) : <None none={none} list={data} />}
      </div>
    </>
  )
}

function tableSkeleton(label: string) {
  return <TableSkeleton label={label} />
}

/** An empty page after the last one has links to the pages before it. */
function None({ none, list }: { none: ReactNode; list: Shown }) {
  return (
    <>
      {typeof none === 'string' ? <Empty icon={SearchX} text={none} /> : none}
      <Pager list={list} />
    </>
  )
}

type PagedTableProps<Row> = {
  query: ComponentProps<typeof ListBody<{ data: Row[]; meta?: Meta | undefined }>>['query']
  /** What is listed, such as "merchants" in "Loading merchants". */
  what: string
  caption: string
  /** The text of an empty list. */
  none: ReactNode
  columns: Column<Row>[]
  keyOf?: (row: Row) => number | string
  /** False for a list that comes whole. */
  hasPages?: boolean
}

/** A list in each of its states, as a table with links to its other pages. */
export function PagedTable<Row extends object>(props: PagedTableProps<Row>) {
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

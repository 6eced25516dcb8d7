import type { EndpointWith } from '@stampus/contract/endpoint'
import type { Meta } from '@stampus/contract/fields'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { q } from '../api/queries.ts'
import { LinkButton } from '../components/LinkButton.tsx'
import { Page } from '../components/Page.tsx'
import { type Column, PagedTable } from './DataTable.tsx'
import { ClearFilters, type Filter, FilterFields, useCheckedFilters } from './filters.tsx'

type List<Row> = { data: Row[]; meta?: Meta | undefined }

type Props<Row extends object, Input> = {
  title: string
  /** The caption of the table; by default the title. */
  caption?: string
  /** What is listed, in texts such as "Loading deals"; by default the title. */
  what?: string
  call: EndpointWith<Input, List<Row>>
  columns: Column<Row>[]
  /** The filters by the name of their parameter, in the order of their fields. */
  filters?: { [Name in keyof Input]?: Filter }
  layout?: string
  /** Where the button that clears them is; by default below them. */
  clear?: 'beside' | 'none'
  /** False for a list that comes whole. */
  hasPages?: boolean
  add?: { to: string; text: string }
  back?: ReactNode
  /** Buttons and links beside the title; an export gets the filters. */
  actions?: ReactNode | ((filter: Omit<Input, 'page'>) => ReactNode)
  none?: ReactNode | ((isFiltered: boolean) => ReactNode)
  keyOf?: (row: Row) => number | string
  /** Comes between the filters and the table. */
  note?: ReactNode
  /** Comes before the filters. */
  children?: ReactNode
}

/** The page of a list: filters, table and pages. */
export function ListPage<Row extends object, Input>(props: Props<Row, Input>) {
  const { title, call, columns, add, back, actions, none, children } = props
  const { caption = title, what = title.toLowerCase(), keyOf, hasPages = true } = props
  const filters: Record<string, Filter> = { ...props.filters }
  const { values, sent, page, change, clear, isFiltered } = useCheckedFilters(filters)
  const input = { ...sent, ...(hasPages && { page }) } as Input
  const query = useQuery({ ...q(call, input), placeholderData: keepPreviousData })
  const clearing = <ClearFilters isFiltered={isFiltered} clear={clear} />
  const empty = typeof none === 'function' ? none(isFiltered) : none
  return (
    <Page
      title={title}
      back={back}
      actions={
        <>
          {typeof actions === 'function' ? actions(sent as Omit<Input, 'page'>) : actions}
          {add ? (
            <LinkButton to={add.to} look="primary" icon={Plus}>
              {add.text}
            </LinkButton>
          ) : null}
        </>
      }
    >
      {children}
      <FilterFields filters={filters} values={values} change={change} error={query.error} layout={props.layout}>
        {props.clear === 'beside' ? clearing : null}
      </FilterFields>
      {props.clear ? null : clearing}
      {props.note}
      <PagedTable
        query={query}
        what={what}
        caption={caption}
        columns={columns}
        hasPages={hasPages}
        none={empty ?? `No ${what} found.`}
        {...(keyOf && { keyOf })}
      />
    </Page>
  )
}

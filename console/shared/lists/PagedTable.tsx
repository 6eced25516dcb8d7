import type { Meta } from '@stampus/contract/fields'
import type { ComponentProps, ReactNode } from 'react'
import { type Column, DataTable } from './DataTable.tsx'
import { ListBody } from './ListBody.tsx'
import { Pager } from './Pager.tsx'

type Props<Row> = {
  query: ComponentProps<typeof ListBody<{ data: Row[]; meta?: Meta | undefined }>>['query']
  /** What is listed, as in "Loading merchants". */
  what: string
  caption: string
  /** What an empty list says. */
  none: ReactNode
  columns: Column<Row>[]
}

/** A list in each of its states, as a table with the ways to its other pages. */
export function PagedTable<Row extends { id: number }>({ caption, columns, ...list }: Props<Row>) {
  return (
    <ListBody {...list}>
      {(found) => (
        <>
          <DataTable caption={caption} columns={columns} rows={found.data} keyOf={({ id }) => id} />
          <Pager list={found} />
        </>
      )}
    </ListBody>
  )
}

import { hasMore } from '@stampus/contract/fields'
import { type OperatorRow, operators } from '@stampus/contract/operators'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../app/api.ts'
import { noteSignedOut } from '../app/queries.ts'

const PAGES = 20

/** All operators, page after page. */
export const everyOperator = queryOptions({ queryKey: [operators.path, 'every'], queryFn: () => fetchFrom(1) })

async function fetchFrom(page: number): Promise<OperatorRow[]> {
  try {
    const found = await call(operators, { page })
    return hasMore(found) && page < PAGES ? [...found.data, ...(await fetchFrom(page + 1))] : found.data
  } catch (fault) {
    noteSignedOut(fault)
    throw fault
  }
}

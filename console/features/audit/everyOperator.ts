import { type OperatorRow, operators } from '@stampus/contract/console/operators'
import { hasMore } from '@stampus/contract/fields'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/api.ts'
import { noteSignedOut } from '../../shared/api/queries.ts'

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

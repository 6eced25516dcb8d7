import type { exportSubmissions } from '@stampus/contract/console/submissions'
import type { InputOf } from '@stampus/contract/endpoint'

/** What the address bar may hold of a search, under the names of the call. */
export const filterNames = [
  'person',
  'merchant_id',
  'member_id',
  'number',
  'status',
  'raised',
  'received_from',
  'received_to',
  'decided_from',
  'decided_to',
  'operator_id',
  'reason',
  'purchased_on',
  'amount_from',
  'amount_to',
] as const
export type FilterName = (typeof filterNames)[number]

/** What was typed into an address is for the server to refuse. */
export function asSearch(given: Partial<Record<FilterName, string>>): InputOf<typeof exportSubmissions> {
  return given as InputOf<typeof exportSubmissions>
}

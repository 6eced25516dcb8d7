import { type Status, status } from '@stampus/contract/submissions'

/** The status that an address asks to see alone. */
export function statusFilter(params: URLSearchParams): { status?: Status } {
  const { data } = status.safeParse(params.get('status'))
  return data ? { status: data } : {}
}

import { SEARCH_MAX } from '@stampus/contract/limits'
import { type Status, status } from '@stampus/contract/submissions'
import * as words from '#words'

/** The filter and the search of the history in an address. */
export function historyFilter(params: URLSearchParams): { status?: Status; search?: string } {
  const { data } = status.safeParse(params.get('status'))
  const search = params.get('search')?.trim().slice(0, SEARCH_MAX)
  return { ...(data && { status: data }), ...(search && { search }) }
}

const statusWords: Record<Status, string> = {
  pending: words.statusPending,
  approved: words.statusApproved,
  rejected: words.statusRejected,
}

/** The label of a status. */
export function statusLabel(status: Status): string {
  return statusWords[status]
}

import { type Status, status } from '@stampus/contract/submissions'
import * as words from '#words'

/** The status filter in an address. */
export function statusFilter(params: URLSearchParams): { status?: Status } {
  const { data } = status.safeParse(params.get('status'))
  return data ? { status: data } : {}
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

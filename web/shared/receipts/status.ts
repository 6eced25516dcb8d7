import { type Status, status } from '@stampus/contract/submissions'
import * as words from '#words'

/** The status that an address asks to see alone. */
export function statusFilter(params: URLSearchParams): { status?: Status } {
  const { data } = status.safeParse(params.get('status'))
  return data ? { status: data } : {}
}

const statusWords: Record<Status, string> = {
  pending: words.statusPending,
  approved: words.statusApproved,
  rejected: words.statusRejected,
}

/** How a receipt stands, in a word (S-4.06). */
export function statusLabel(status: Status): string {
  return statusWords[status]
}

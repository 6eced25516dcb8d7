import type { Status } from '@stampus/contract/submissions'
import * as words from '#words'

const statusWords: Record<Status, string> = {
  pending: words.statusPending,
  approved: words.statusApproved,
  rejected: words.statusRejected,
}

/** How a receipt stands, in a word (S-4.06). */
export function statusWord(status: Status): string {
  return statusWords[status]
}

import type { Status } from '@stampus/contract/submissions'
import { StatusMark } from '@stampus/ui/StatusMark'

/** The words for what became of a receipt. */
export const statusWords: Record<Status, string> = { pending: 'Waiting', approved: 'Approved', rejected: 'Rejected' }

/** What became of a receipt, as a mark with its word. */
export function ReceiptStatus({ status }: { status: Status }) {
  return (
    <span className="whitespace-nowrap [overflow-wrap:normal]">
      <StatusMark status={status} word={statusWords[status]} />
    </span>
  )
}

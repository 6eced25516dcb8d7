import type { Status } from '@stampus/contract/submissions'
import { StatusMark } from '@stampus/ui/StatusMark'
import { statusLabels } from '../../shared/labels/labels.ts'

export function ReceiptStatus({ status }: { status: Status }) {
  return (
    <span className="whitespace-nowrap [overflow-wrap:normal]">
      <StatusMark status={status} word={statusLabels[status]} />
    </span>
  )
}

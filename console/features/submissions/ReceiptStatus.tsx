import type { SubmissionRow } from '@stampus/contract/console/submissions'
import { StatusMark } from '@stampus/ui/StatusMark'
import { statusLabels } from '../../shared/labels/labels.ts'

export function ReceiptStatus({ status }: Pick<SubmissionRow, 'status'>) {
  return (
    <span className="whitespace-nowrap [overflow-wrap:normal]">
      <StatusMark status={status} word={statusLabels[status]} />
    </span>
  )
}

import { approveAll, type PlainReceipt } from '@stampus/contract/console/bulk'
import { readableAmount } from '@stampus/contract/values/money'
import { useCall } from '../../../shared/api/queries.ts'
import { ConfirmDialog } from '../../../shared/dialogs/ConfirmDialog.tsx'
import { receiptsWords, stampsWords } from '../../../shared/labels/labels.ts'
import { settings } from '../../../shared/settings.ts'
import type { Batch } from './BulkOutcome.tsx'

type Props = { receipts: PlainReceipt[]; offer: string; onApproved: (batch: Batch) => void; onClose: () => void }

/** What the chosen receipts come to, before they are approved. */
export function BulkDialog({ receipts, offer, onApproved, onClose }: Props) {
  const approving = useCall(approveAll, ['/console/bulk'])
  const total = receipts.reduce((sum, { purchase_amount: amount }) => sum + Math.round(Number(amount) * 100), 0) / 100
  const stamps = receipts.reduce((sum, receipt) => sum + receipt.stamps_on_approval, 0)
  const approve = () =>
    approving.mutate(
      { ids: receipts.map(({ id }) => id), offer },
      {
        onSuccess: ({ approved, left_out, undo_left_ms }) =>
          onApproved({
            approved: receipts.filter(({ id }) => approved.includes(id)),
            left_out,
            undoUntil: performance.now() + undo_left_ms,
          }),
      },
    )
  return (
    <ConfirmDialog
      title={`Approve ${receiptsWords(receipts.length)}?`}
      action="Approve all"
      look="primary"
      mutation={approving}
      onConfirm={approve}
      onClose={onClose}
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 tabular-nums">
        <dt className="text-muted">Receipts</dt>
        <dd className="font-semibold">{receipts.length}</dd>
        <dt className="text-muted">Total amount</dt>
        <dd className="font-semibold">{readableAmount(total, settings.currency)}</dd>
        <dt className="text-muted">Adds</dt>
        <dd className="font-semibold">{stampsWords(stamps)}</dd>
      </dl>
      <p className="text-small text-muted">You can undo each of them for 10 seconds.</p>
    </ConfirmDialog>
  )
}

import { type LeftOutReceipts, type PlainReceipt, undoAll } from '@stampus/contract/console/bulk'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { formatAmount } from '@stampus/contract/values/money'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import { useCall } from '../../../shared/api/queries.ts'
import { KeyButton } from '../../../shared/components/KeyButton.tsx'
import { TextLink } from '../../../shared/components/TextLink.tsx'
import { receiptsText } from '../../../shared/labels/labels.ts'
import { Seconds, useSecondsUntil } from '../../../shared/receipts/UndoBar.tsx'
import { settings } from '../../../shared/settings.ts'
import { useShortcuts } from '../../../shared/shortcuts.ts'

export type Batch = { approved: PlainReceipt[]; left_out: LeftOutReceipts; undoUntil: number }

/** The result of a batch: approvals can be undone for some seconds, and receipts that were left out show why. */
export function BulkOutcome({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const left = useSecondsUntil(batch.undoUntil)
  const [undone, setUndone] = useState<number[]>([])
  const [left_out, setLeftOut] = useState<LeftOutReceipts>(batch.left_out)
  const undoing = useCall(undoAll, ['/console/bulk'])
  const stillApproved = batch.approved.filter(({ id }) => !undone.includes(id))
  const mayUndo = left > 0 && stillApproved.length > 0
  const onUndone = (answer: AnswerOf<typeof undoAll>) => {
    setUndone((before) => [...before, ...answer.undone])
    setLeftOut((before) => [...before, ...answer.left_out])
  }
  const undo = (ids: number[]) => mayUndo && !undoing.isPending && undoing.mutate({ ids }, { onSuccess: onUndone })
  const undoRest = () => undo(stillApproved.map(({ id }) => id))
  useShortcuts({ u: undoRest })
  return (
    <Notice kind={undoing.error ? 'error' : 'success'}>
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="flex-1 font-semibold">
          Approved: {receiptsText(stillApproved.length)}
          {undone.length > 0 ? `. Undone: ${receiptsText(undone.length)}` : ''}
        </p>
        {mayUndo ? (
          <KeyButton shortcut="U" look="secondary" isBusy={undoing.isPending} onClick={undoRest}>
            Undo all <Seconds left={left} />
          </KeyButton>
        ) : (
          <Button look="secondary" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
      {undoing.error ? <p role="alert">{undoing.error.message}</p> : null}
      {mayUndo ? (
        <ul aria-label="Approved" className="mt-2 grid gap-x-6 sm:grid-cols-2">
          {stillApproved.map((receipt) => (
            <li key={receipt.id} className="flex items-center gap-3 border-line border-t text-small">
              <span className="min-w-0 flex-1 truncate tabular-nums">
                {receipt.id}: {formatAmount(receipt.purchase_amount, settings.currency)}, {receipt.merchant}
              </span>
              <Button look="quiet" onClick={() => undo([receipt.id])} aria-disabled={undoing.isPending || undefined}>
                Undo<span className="sr-only"> receipt {receipt.id}</span> <Seconds left={left} />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <LeftOutList rows={left_out} />
    </Notice>
  )
}

function LeftOutList({ rows }: { rows: LeftOutReceipts }) {
  if (rows.length === 0) return null
  return (
    <>
      <p className="mt-2">Not changed:</p>
      <ul className="text-small">
        {rows.map(({ id, reason }) => (
          <li key={id}>
            <TextLink to={`/submissions/${id}`}>Receipt {id}</TextLink> {reason}
          </li>
        ))}
      </ul>
    </>
  )
}

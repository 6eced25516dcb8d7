import { approveAll, type BulkWaiting, type PlainReceipt, type PlainReceipts } from '@stampus/contract/console/bulk'
import { formatAmount } from '@stampus/contract/values/money'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCall } from '../../../shared/api/queries.ts'
import { KeyButton } from '../../../shared/components/KeyButton.tsx'
import { ConfirmDialog } from '../../../shared/dialogs/ConfirmDialog.tsx'
import { receiptsText, stampsText } from '../../../shared/labels/labels.ts'
import { settings } from '../../../shared/settings.ts'
import { useShortcuts } from '../../../shared/shortcuts.ts'
import type { Batch } from './BulkOutcome.tsx'
import { BulkRow } from './BulkRow.tsx'
import { useSelection } from './selection.ts'

type Props = { offered: PlainReceipts; after: number | undefined; onApproved: (batch: Batch) => void }

/** One page of receipts to view, choose and approve together. */
export function BulkBatch({ offered, after, onApproved }: Props) {
  const { data: receipts, offer, before, has_more, waiting } = offered
  const { chosen, viewed, all, toggle, toggleAll, markViewed, clear } = useSelection(receipts.map(({ id }) => id))
  const [isAsking, setAsking] = useState(false)
  const rows = useRef<HTMLUListElement>(null)
  const navigate = useNavigate()
  const approve = () => chosen.length > 0 && setAsking(true)
  const openNextPage = () => {
    if (has_more || after !== undefined) void navigate(has_more ? `/bulk?after=${receipts.at(-1)?.id}` : '/bulk')
    document.querySelector('h1')?.scrollIntoView()
  }
  const move = (step: number) => () => focusNext(rows.current, step)
  useShortcuts({ a: approve, l: toggleAll, n: openNextPage, j: move(1), k: move(-1) })
  const others = excludedTexts(waiting)
  return (
    <>
      <div className="sticky top-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-paper py-2">
        <div className="min-w-48 flex-1">
          <p role="status" className="text-small tabular-nums">
            {before + 1}–{before + receipts.length} of {waiting.ready}: {viewed.length} viewed, {chosen.length} selected
          </p>
          <progress
            value={viewed.length}
            max={receipts.length}
            aria-label="Viewed on this page"
            className="block h-1.5 w-full max-w-72 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-blue [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-blue"
          />
        </div>
        <KeyButton
          shortcut="L"
          look="secondary"
          aria-disabled={viewed.length === 0}
          onClick={toggleAll}
          aria-pressed={all}
        >
          {all ? 'Select none' : `Select all ${viewed.length} viewed`}
        </KeyButton>
        <KeyButton shortcut="A" aria-disabled={chosen.length === 0} onClick={approve}>
          Approve selected
        </KeyButton>
        {has_more || after !== undefined ? (
          <KeyButton shortcut="N" look="secondary" onClick={openNextPage}>
            {has_more ? 'Next page' : 'First page'}
          </KeyButton>
        ) : null}
      </div>
      <ul ref={rows} className="grid gap-3 lg:grid-cols-2" onKeyDown={moveFocus}>
        {receipts.map((receipt) => (
          <BulkRow
            key={receipt.id}
            receipt={receipt}
            isChosen={chosen.includes(receipt.id)}
            isViewed={viewed.includes(receipt.id)}
            onViewed={markViewed}
            onToggle={toggle}
          />
        ))}
      </ul>
      {others.length > 0 ? <p className="text-small text-muted">Only at the desk: {others.join(', ')}.</p> : null}
      {isAsking ? (
        <BulkDialog
          receipts={receipts.filter(({ id }) => chosen.includes(id))}
          offer={offer}
          onApproved={(done) => {
            setAsking(false)
            clear()
            onApproved(done)
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

/** The arrow keys move between the checkboxes; with Shift they choose the receipts on the way. */
function moveFocus(event: React.KeyboardEvent<HTMLUListElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  const next = focusNext(event.currentTarget, step)
  if (event.shiftKey) next?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }))
}

/** Focuses the next receipt's checkbox, or the first one, and scrolls its receipt to the middle of the screen. */
function focusNext(list: HTMLUListElement | null, step: number): HTMLInputElement | undefined {
  const boxes = [...(list?.querySelectorAll('input') ?? [])]
  const at = boxes.findIndex((box) => box.matches(':focus'))
  const next = boxes[at < 0 ? 0 : at + step]
  if (!next) return undefined
  next.focus({ preventScroll: true })
  next.closest('li')?.scrollIntoView({ block: 'center' })
  return next
}

type DialogProps = Pick<Props, 'onApproved'> & { receipts: PlainReceipt[]; offer: string; onClose: () => void }

/** Confirms the approval and shows the totals of the chosen receipts. */
function BulkDialog({ receipts, offer, onApproved, onClose }: DialogProps) {
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
      title={`Approve ${receiptsText(receipts.length)}?`}
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
        <dd className="font-semibold">{formatAmount(total, settings.currency)}</dd>
        <dt className="text-muted">Adds</dt>
        <dd className="font-semibold">{stampsText(stamps)}</dd>
      </dl>
      <p className="text-small text-muted">You can undo each of them for 10 seconds.</p>
    </ConfirmDialog>
  )
}

/** Why the other waiting receipts cannot be approved together: one text for each reason, with its count. */
export function excludedTexts({ unread, unreadable, unconfirmed, flagged }: BulkWaiting): string[] {
  return [
    unread > 0 && `${unread} not read yet`,
    flagged > 0 && `${flagged} with a warning`,
    unconfirmed > 0 && `${unconfirmed} with an amount, date or merchant that we couldn't confirm`,
    unreadable > 0 && `${unreadable} with a picture that we couldn't read or compare`,
  ].filter((text) => text !== false)
}

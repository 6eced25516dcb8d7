import type { PlainReceipts } from '@stampus/contract/console/bulk'
import { Button } from '@stampus/ui/Button'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { KeyCap } from '../../../shared/components/KeyCap.tsx'
import { useKeys } from '../../../shared/keys.ts'
import { othersWords } from '../../../shared/labels/labels.ts'
import { BulkDialog } from './BulkDialog.tsx'
import type { Batch } from './BulkOutcome.tsx'
import { BulkRow } from './BulkRow.tsx'
import { useSelection } from './selection.ts'

type Props = { offered: PlainReceipts; after: number | undefined; onApproved: (batch: Batch) => void }

/** The receipts of one page: looked at, chosen and approved together. */
export function BulkBatch({ offered, after, onApproved }: Props) {
  const { data: receipts, offer, before, has_more, waiting } = offered
  const { chosen, looked, all, touch, touchAll, look, clear } = useSelection(receipts.map(({ id }) => id))
  const [isAsking, setAsking] = useState(false)
  const rows = useRef<HTMLUListElement>(null)
  const navigate = useNavigate()
  const approve = () => chosen.length > 0 && setAsking(true)
  const goOn = () => {
    if (has_more || after !== undefined) void navigate(has_more ? `/bulk?after=${receipts.at(-1)?.id}` : '/bulk')
    document.querySelector('h1')?.scrollIntoView()
  }
  const move = (step: number) => () => focusNext(rows.current, step)
  useKeys({ a: approve, l: touchAll, n: goOn, j: move(1), k: move(-1) })
  const others = othersWords(waiting)
  return (
    <>
      <div className="sticky top-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-paper py-2">
        <div className="min-w-48 flex-1">
          <p role="status" className="text-small tabular-nums">
            {before + 1}–{before + receipts.length} of {waiting.ready}: {looked.length} looked at, {chosen.length}{' '}
            chosen
          </p>
          <progress
            value={looked.length}
            max={receipts.length}
            aria-label="Looked at on this page"
            className="block h-1.5 w-full max-w-72 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-blue [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-blue"
          />
        </div>
        <Button
          look="secondary"
          aria-disabled={looked.length === 0}
          onClick={touchAll}
          aria-pressed={all}
          aria-keyshortcuts="L"
        >
          {all ? 'Choose none' : `Choose all ${looked.length} looked at`}
          <KeyCap>L</KeyCap>
        </Button>
        <Button aria-disabled={chosen.length === 0} onClick={approve} aria-keyshortcuts="A">
          Approve chosen
          <KeyCap>A</KeyCap>
        </Button>
        {has_more || after !== undefined ? (
          <Button look="secondary" onClick={goOn} aria-keyshortcuts="N">
            {has_more ? 'Next page' : 'First page'}
            <KeyCap>N</KeyCap>
          </Button>
        ) : null}
      </div>
      <ul ref={rows} className="grid gap-3 lg:grid-cols-2" onKeyDown={moveFocus}>
        {receipts.map((receipt) => (
          <BulkRow
            key={receipt.id}
            receipt={receipt}
            isChosen={chosen.includes(receipt.id)}
            isLooked={looked.includes(receipt.id)}
            onLooked={look}
            onTouch={touch}
          />
        ))}
      </ul>
      {others.length > 0 ? <p className="text-small text-muted">At the desk: {others.join(', ')}.</p> : null}
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

/** The arrows go from one receipt's box to the next; with Shift they choose on the way. */
function moveFocus(event: React.KeyboardEvent<HTMLUListElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  const next = focusNext(event.currentTarget, step)
  if (event.shiftKey) next?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }))
}

/** Moves the focus to the next receipt's box, or to the first where none has it, and its receipt to the middle of the screen. */
function focusNext(list: HTMLUListElement | null, step: number): HTMLInputElement | undefined {
  const boxes = [...(list?.querySelectorAll('input') ?? [])]
  const at = boxes.findIndex((box) => box.matches(':focus'))
  const next = boxes[at < 0 ? 0 : at + step]
  if (!next) return undefined
  next.focus({ preventScroll: true })
  next.closest('li')?.scrollIntoView({ block: 'center' })
  return next
}

import { type PlainReceipt, plainReceipts } from '@stampus/contract/bulk'
import { Button } from '@stampus/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../app/queries.ts'
import { ListBody } from '../parts/ListBody.tsx'
import { Page } from '../parts/Page.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import { type Batch, BulkOutcome } from './BulkOutcome.tsx'
import { BulkRow, comingRows } from './BulkRow.tsx'
import { fittingWords } from './naming.ts'
import { useSelection } from './selection.ts'

/** Many receipts at once: those without any signal, chosen and approved after a summary (D-45). */
export default function BulkPage() {
  const list = useQuery({ ...q(plainReceipts, {}), refetchOnWindowFocus: false })
  const [batch, setBatch] = useState<Batch>()
  return (
    <Page title="Approve many">
      <p className="max-w-3xl text-soft">
        Waiting receipts without any signal, the oldest first. Look at each picture against what was typed: an approval
        here counts as one at the desk. Those whose pictures were read and say all that was typed are marked. A receipt
        that gains a signal meanwhile is left out.
      </p>
      {batch ? <BulkOutcome key={batch.undoUntil} batch={batch} onClose={() => setBatch(undefined)} /> : null}
      <ListBody
        query={list}
        what="receipts"
        none="No receipts to approve together. Those that wait are at the review desk."
        coming={comingRows}
      >
        {({ data }) => <Choosing receipts={data} onApproved={setBatch} />}
      </ListBody>
    </Page>
  )
}

function Choosing({ receipts, onApproved }: { receipts: PlainReceipt[]; onApproved: (batch: Batch) => void }) {
  const { chosen, all, touch, touchAll, choose, clear } = useSelection(receipts.map(({ id }) => id))
  const fitting = receipts.filter(({ fits }) => fits).map(({ id }) => id)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <div className="sticky top-0 z-10 flex flex-wrap items-center gap-3 border-line border-b bg-paper py-2">
        <label className="flex min-h-11 items-center gap-2">
          <input type="checkbox" checked={all} onChange={touchAll} className="size-5" />
          All {receipts.length} without a signal
        </label>
        <p role="status" className="flex-1 text-soft tabular-nums">
          {chosen.length} chosen
        </p>
        {fitting.length > 0 ? (
          <Button look="secondary" onClick={() => choose(fitting)}>
            Choose {fittingWords(fitting.length)}
          </Button>
        ) : null}
        <Button aria-disabled={chosen.length === 0} onClick={() => chosen.length > 0 && setAsking(true)}>
          Approve chosen
        </Button>
      </div>
      <ul className="grid gap-2 lg:grid-cols-2" onKeyDown={moveFocus}>
        {receipts.map((receipt) => (
          <BulkRow key={receipt.id} receipt={receipt} isChosen={chosen.includes(receipt.id)} onTouch={touch} />
        ))}
      </ul>
      {asking ? (
        <BulkDialog
          receipts={receipts.filter(({ id }) => chosen.includes(id))}
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

/** The arrows go from one receipt's box to the next. */
function moveFocus(event: React.KeyboardEvent<HTMLUListElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || !(event.target instanceof HTMLInputElement)) return
  const boxes = [...event.currentTarget.querySelectorAll('input')]
  const next = boxes[boxes.findIndex((box) => box.matches(':focus')) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  if (event.shiftKey) next.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }))
}

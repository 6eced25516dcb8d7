import type { ReviewItem } from '@stampus/contract/review'
import { Failure } from '@stampus/ui/Failure'
import { Notice } from '@stampus/ui/Notice'
import { Spinner } from '@stampus/ui/Spinner'
import { Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import { settings } from '../app/settings.ts'
import { DecidedBar } from './DecidedBar.tsx'
import { useDesk } from './desk.ts'
import { Facts } from './Facts.tsx'
import { useKeys } from './keys.ts'
import { ReceiptViewer } from './ReceiptViewer.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import { VerdictBar } from './VerdictBar.tsx'

/** The review desk: one receipt, the oldest that waits, and what to do with it (D-51). */
export function DeskPage() {
  const desk = useDesk()
  const { item, decided } = desk
  const [rejecting, setRejecting] = useState<number>()
  const [shown, setShown] = useState<number>()
  useEffect(() => {
    document.title = `(${desk.waiting}) Review desk · ${settings.product_name}`
  }, [desk.waiting])
  // Nobody approves a picture that has not been seen.
  const approve = () => item && shown === item.id && void desk.pass(item, { status: 'approved' })
  const reject = () => item && setRejecting(item.id)
  const skip = () => item && void desk.next(item.id)
  const undo = () => decided && void desk.undo(decided.item.id)
  useKeys({ a: approve, r: reject, s: skip, u: undo })
  const isRejecting = item !== null && item !== undefined && rejecting === item.id
  return (
    <main className="flex min-h-0 flex-1 flex-col gap-3 p-3 lg:p-4">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h1 className="text-lead font-bold">Review desk</h1>
        <p className="text-soft tabular-nums" role="status">
          {waitingWords(desk.waiting)}
        </p>
        <p role="status" className="sr-only">
          {item ? nameOf(item) : ''}
        </p>
      </div>
      {item && desk.fault && !isRejecting ? (
        <Notice kind="error" role="alert">
          {desk.fault}
        </Notice>
      ) : null}
      {item ? (
        <div className="grid min-h-0 flex-1 gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
          {item.picture ? (
            <ReceiptViewer
              key={item.id}
              picture={item.picture}
              name={nameOf(item)}
              onShown={() => setShown(item.id)}
              onUnreadable={() => void desk.look(item.id)}
            />
          ) : (
            <p className="grid place-items-center p-8 text-soft">
              The member has deleted the account and its pictures.
            </p>
          )}
          <section aria-label={nameOf(item)} className="flex min-h-0 flex-col gap-4 lg:overflow-y-auto">
            <Facts item={item} />
            <VerdictBar
              stamps={item.stamps_on_approval}
              busy={desk.busy}
              seen={shown === item.id}
              onApprove={approve}
              onReject={reject}
              onSkip={skip}
            />
          </section>
        </div>
      ) : (
        <EmptyDesk {...desk} onRetry={() => void desk.next()} />
      )}
      <DecidedBar decided={decided} onUndo={undo} />
      {item && isRejecting ? (
        <RejectDialog
          busy={desk.busy}
          fault={desk.fault}
          onCancel={() => setRejecting(undefined)}
          onReject={async (reason, notes) => {
            if (await desk.pass(item, { status: 'rejected', reason, notes })) setRejecting(undefined)
          }}
        />
      ) : null}
    </main>
  )
}

function EmptyDesk(props: { opened: boolean; busy: boolean; fault: string | undefined; onRetry: () => void }) {
  if (props.fault) return <Failure text={props.fault} retry="Retry" busy={props.busy} onRetry={props.onRetry} />
  if (!props.opened) return <Spinner size="lg" label="Opening the next receipt" />
  return (
    <div className="grid flex-1 place-items-center py-16 text-center">
      <div className="grid justify-items-center gap-2">
        <Inbox aria-hidden="true" className="size-12 text-soft" />
        <p className="text-title font-bold">Nothing waits for you</p>
        <p className="text-soft">New receipts appear here by themselves.</p>
      </div>
    </div>
  )
}

function nameOf({ id, merchant }: ReviewItem): string {
  return `Receipt ${id} from ${merchant.name}`
}

function waitingWords(waiting: number): string {
  return waiting === 1 ? '1 receipt waiting' : `${waiting} receipts waiting`
}

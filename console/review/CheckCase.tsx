import { giveVerdict, type SpotCheck } from '@stampus/contract/checks'
import type { ReasonCode } from '@stampus/contract/reasons'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import { useCall } from '../app/queries.ts'
import { CheckFacts } from './CheckFacts.tsx'
import { CheckRejectDialog } from './CheckRejectDialog.tsx'
import { KeyCap } from './KeyCap.tsx'
import { useKeys } from './keys.ts'
import { ReceiptViewer } from './ReceiptViewer.tsx'
import { useSeen } from './seen.ts'

/** What somebody would have decided. */
export type Verdict = { status: 'approved' } | { status: 'rejected'; reason_code: ReasonCode }

type Props = {
  check: SpotCheck
  waiting: number
  onGiven: (verdict: Verdict) => void
  onNext: () => Promise<unknown>
}

/** One receipt to look at again: picture, facts, and what one would have decided. */
export function CheckCase({ check, waiting, onGiven, onNext }: Props) {
  const [seen, setShown] = useSeen()
  const [rejecting, setRejecting] = useState(false)
  const giving = useCall(giveVerdict, ['/console/disagreements'])
  // Once it is given, the next check is on its way.
  const busy = giving.isPending || giving.isSuccess
  // Nobody judges a picture that has not been seen.
  const isReady = seen && !busy
  const name = `Check ${check.id}`
  const give = (verdict: Verdict) => {
    if (!isReady) return
    const done = () => {
      onGiven(verdict)
      void onNext()
    }
    giving.mutate({ id: check.id, ...verdict }, { onSuccess: done })
  }
  const goOn = () => {
    giving.reset()
    void onNext()
  }
  const approve = () => give({ status: 'approved' })
  const reject = () => isReady && setRejecting(true)
  useKeys({ a: approve, r: reject })
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_28rem]">
      <div className="grid lg:h-[75dvh]">
        {check.picture ? (
          <ReceiptViewer picture={check.picture} name={name} onShown={setShown} onUnreadable={() => void onNext()} />
        ) : null}
      </div>
      <section aria-label={name} className="grid content-start gap-4">
        <p role="status" className="text-soft tabular-nums">
          {waiting === 1 ? '1 check waiting' : `${waiting} checks waiting`}
        </p>
        <CheckFacts check={check} />
        {giving.error && !rejecting ? (
          <Notice kind="error" role="alert">
            <p>{giving.error.message}</p>
            <Button onClick={goOn}>Next</Button>
          </Notice>
        ) : null}
        {rejecting ? (
          <CheckRejectDialog
            fault={giving.error?.message}
            busy={busy}
            onClose={() => setRejecting(false)}
            onReject={(reason_code) => give({ status: 'rejected', reason_code })}
          />
        ) : (
          <div className="grid grid-cols-2 gap-2">
            <Button busy={busy} aria-disabled={!seen} onClick={approve} aria-keyshortcuts="A" className={way}>
              I would approve <KeyCap>A</KeyCap>
            </Button>
            <Button look="secondary" aria-disabled={!isReady} onClick={reject} aria-keyshortcuts="R" className={way}>
              I would reject <KeyCap>R</KeyCap>
            </Button>
          </div>
        )}
      </section>
    </div>
  )
}

const way = 'px-1.5! whitespace-nowrap'

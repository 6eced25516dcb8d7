import { giveVerdict, type SpotCheck } from '@stampus/contract/console/spotChecks'
import type { InputOf } from '@stampus/contract/endpoint'
import * as texts from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import { useCall } from '../../../shared/api/queries.ts'
import { ScrollArea } from '../../../shared/components/ScrollArea.tsx'
import { useKeys } from '../../../shared/keys.ts'
import { idAfter, twinsOf } from '../../../shared/receipts/duplicates.ts'
import { checkCorrectionsOf, type FactsTyped, typedFacts } from '../../../shared/receipts/factCorrection.ts'
import { ReceiptViewer } from '../../../shared/receipts/ReceiptViewer.tsx'
import { Signals } from '../../../shared/receipts/Signals.tsx'
import { useSeen } from '../../../shared/receipts/seen.ts'
import { CorrectForm } from '../desk/CorrectForm.tsx'
import { CheckWays } from './SpotCheckActions.tsx'
import { CheckFacts } from './SpotCheckFacts.tsx'
import { CheckRejectDialog } from './SpotCheckRejectDialog.tsx'

/** What somebody would have decided. */
type Verdict = Omit<InputOf<typeof giveVerdict>, 'id'>

/** A verdict that was given: until when it may be undone, and the facts that were typed for it. */
export type Given = { id: number; way: 'approve' | 'correct' | 'reject'; undoUntil: number; facts?: FactsTyped }

type Props = {
  check: SpotCheck
  waiting: number
  /** What was typed before it was undone. */
  begun: FactsTyped | undefined
  onGiven: (given: Given) => void
  onNext: () => Promise<unknown>
}

/** One receipt to look at again: picture, facts, look-alikes, and what one would have decided. */
export function CheckCase({ check, waiting, begun, onGiven, onNext }: Props) {
  const [seen, setShown] = useSeen()
  const [doing, setDoing] = useState<'reject' | 'correct'>()
  const [fields, setFields] = useState(begun)
  const [unchanged, setUnchanged] = useState(false)
  const [compared, setCompared] = useState<number>()
  const giving = useCall(giveVerdict)
  // Once it is given, the next check is on its way.
  const busy = giving.isPending || giving.isSuccess
  // Nobody judges a picture that has not been seen.
  const isReady = seen && !busy
  const name = `Check ${check.id}`
  const twins = twinsOf(check.look_alikes)
  const give = (verdict: Verdict, facts?: FactsTyped) => {
    if (!isReady) return
    const way = verdict.corrections ? 'correct' : verdict.status === 'approved' ? 'approve' : 'reject'
    giving.mutate(
      { id: check.id, ...verdict },
      {
        onSuccess: ({ data }) => {
          const undoUntil = performance.now() + data.undo_left_ms
          onGiven({ id: check.id, way, undoUntil, ...(facts && { facts }) })
          void onNext()
        },
      },
    )
  }
  const correct = (facts: FactsTyped) => {
    const corrections = checkCorrectionsOf(check, facts)
    setFields(facts)
    setUnchanged(!corrections)
    if (corrections) give({ status: 'approved', corrections }, facts)
  }
  const goOn = () => {
    giving.reset()
    void onNext()
  }
  const begin = (what: 'reject' | 'correct') => () => {
    if (!isReady) return
    giving.reset()
    setUnchanged(false)
    setDoing(what)
  }
  const ways = { a: () => give({ status: 'approved' }), r: begin('reject'), e: begin('correct') }
  useKeys({ c: () => setCompared(idAfter(compared, twins)), ...(doing ? {} : ways) })
  return (
    <div className={`grid gap-4 lg:grid-cols-[minmax(0,1fr)_28rem] ${screenful}`}>
      {check.picture ? (
        <ReceiptViewer
          picture={check.picture}
          name={name}
          twin={twins.find(({ id }) => id === compared)}
          onShown={setShown}
          onUnreadable={() => void onNext()}
        />
      ) : null}
      <section aria-label={name} className="flex min-h-0 flex-col gap-3 lg:col-start-2">
        <p role="status" className="text-muted tabular-nums">
          {waiting === 1 ? '1 check waiting' : `${waiting} checks waiting`}
        </p>
        {unchanged ? (
          <Notice kind="error" role="alert">
            {texts.nothingCorrected}
          </Notice>
        ) : null}
        {giving.error && doing !== 'reject' ? (
          <Notice kind="error" role="alert">
            <p>{giving.error.message}</p>
            <Button onClick={goOn}>Next</Button>
          </Notice>
        ) : null}
        <ScrollArea>
          {doing === 'correct' ? (
            <CorrectForm
              item={check}
              begun={fields ?? typedFacts(check)}
              action="I would correct"
              busy={busy}
              // The setting may have changed since the decision.
              maxAgeDays={Number.POSITIVE_INFINITY}
              onKeep={correct}
              onLeave={(left) => {
                setFields(left)
                setUnchanged(false)
                setDoing(undefined)
              }}
            />
          ) : (
            <CheckFacts check={check} />
          )}
          <Signals
            signals={check.look_alikes}
            compared={compared}
            onCompare={(id) => setCompared(id === compared ? undefined : id)}
          />
        </ScrollArea>
        {doing === 'reject' ? (
          <CheckRejectDialog
            fault={giving.error?.message}
            busy={busy}
            onClose={() => setDoing(undefined)}
            onReject={(reason_code) => give({ status: 'rejected', reason_code })}
          />
        ) : doing === undefined ? (
          <CheckWays busy={busy} isReady={isReady} onApprove={ways.a} onReject={ways.r} onCorrect={ways.e} />
        ) : null}
      </section>
    </div>
  )
}

// The picture, the facts and the ways to answer fit on a screen together.
export const screenful = 'lg:h-[calc(100dvh-15.5rem)] lg:min-h-[30rem] lg:grid-rows-[minmax(0,1fr)]'

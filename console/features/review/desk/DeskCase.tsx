import type { ReviewItem } from '@stampus/contract/console/review'
import { Button } from '@stampus/ui/Button'
import { useState } from 'react'
import { ScrollArea } from '../../../shared/components/ScrollArea.tsx'
import { useKeys } from '../../../shared/keys.ts'
import { addsWords, nameOf } from '../../../shared/labels/labels.ts'
import { idAfter, twinsOf } from '../../../shared/receipts/duplicates.ts'
import { correctionsOf, type FactsTyped, factFaults, typedFacts } from '../../../shared/receipts/factCorrection.ts'
import { shownAlike, withLookAlikes } from '../../../shared/receipts/lookAlikes.ts'
import { marksOf, type ReadName, signalsBeside, withRead } from '../../../shared/receipts/ocr.ts'
import { ReceiptFacts } from '../../../shared/receipts/ReceiptFacts.tsx'
import { ReceiptViewer } from '../../../shared/receipts/ReceiptViewer.tsx'
import { Reopened } from '../../../shared/receipts/Reopened.tsx'
import { SenderFacts } from '../../../shared/receipts/SenderFacts.tsx'
import { Escalation, Signals } from '../../../shared/receipts/Signals.tsx'
import { useReadSince, useSeen } from '../../../shared/receipts/seen.ts'
import { type Draft, draftOf } from '../draft.ts'
import { ConfirmationNote } from './ConfirmationNote.tsx'
import { CorrectForm } from './CorrectForm.tsx'
import { DeskDialogs, type Doing } from './DeskDialogs.tsx'
import { DeskNotices } from './DeskNotices.tsx'
import type { useDesk } from './desk.ts'
import { Recent } from './Recent.tsx'
import { VerdictBar } from './VerdictBar.tsx'

type Props = { desk: ReturnType<typeof useDesk>; item: ReviewItem; isManager: boolean }

/** The receipt on the desk: its picture, what is known of it, and the ways to decide. */
export function DeskCase({ desk, item, isManager }: Props) {
  const [doing, setDoing] = useState<Doing>()
  const [pictureSeen, setShown] = useSeen()
  const [compared, setCompared] = useState<number>()
  const { facts, fields, alike } = draftOf(desk.drafts, item)
  const alikeRead = useReadSince(shownAlike([], alike).join())
  const seen = pictureSeen && alikeRead
  const corrections = correctionsOf(item, facts)
  const twins = twinsOf(withLookAlikes(item.signals, alike))
  // What is on its way would sweep away what is begun now.
  const begin = (what: Doing) => () => {
    if (desk.busy) return
    desk.forgetFault()
    setDoing(what)
  }
  const stop = () => setDoing(undefined)
  const endCorrecting = (part: Partial<Draft> = {}) => {
    desk.type(item, { fields: undefined, ...part })
    stop()
  }
  // Nobody approves a picture, or beside a look-alike, that has not been seen.
  const approve = () => {
    const approved_alike = shownAlike(item.approved_alike, alike)
    if (seen) void desk.pass(item, { status: 'approved', approved_alike, ...(corrections && { corrections }) })
  }
  const skip = () => void desk.next(item.id)
  const escalate = isManager ? undefined : begin('escalate')
  const compare = (id: number) => setCompared(id === compared ? undefined : id)
  const take = (read: FactsTyped | undefined) => {
    if (!read || desk.busy) return
    // What the rules refuse is shown in the fields: it may have been misread.
    if (factFaults(item, read).length === 0) return desk.type(item, { facts: read })
    desk.type(item, { fields: read })
    begin('correct')()
  }
  const takeOne = (name: ReadName, value: string) => take({ ...facts, [name]: value })
  const ways = {
    a: approve,
    r: begin('reject'),
    e: begin('correct'),
    p: () => take(withRead(item, facts)),
    s: skip,
    ...(escalate && { m: escalate }),
  }
  // What is being typed would be lost: until it is kept or given up, no key decides.
  useKeys({ c: () => setCompared(idAfter(compared, twins)), ...(doing ? {} : ways) })
  return (
    <>
      <DeskNotices fault={doing ? undefined : desk.fault} unseen={desk.unseen} held={desk.held} />
      <div className="grid min-h-0 flex-1 gap-4 lg:grid-cols-[minmax(0,1fr)_27rem]">
        {item.picture ? (
          <ReceiptViewer
            picture={item.picture}
            name={nameOf(item)}
            marks={marksOf(item, facts)}
            twin={twins.find(({ id }) => id === compared)}
            onShown={setShown}
            onUnreadable={() => void desk.look(item.id)}
          />
        ) : (
          <p className="grid place-items-center p-8 text-muted">
            The picture is gone: with the account, or because its time was over.
          </p>
        )}
        <section aria-label={nameOf(item)} className="flex min-h-0 flex-col gap-3">
          {doing === 'correct' ? null : <ReceiptFacts item={item} corrections={corrections} onTake={takeOne} />}
          <ScrollArea>
            {doing === 'correct' ? (
              <CorrectForm
                item={item}
                begun={fields ?? facts}
                onKeep={(typed) => endCorrecting({ facts: typed })}
                onLeave={(left) => endCorrecting(left && { fields: left })}
              >
                <Button look="quiet" onClick={() => endCorrecting({ facts: typedFacts(item) })}>
                  Back to the typed values
                </Button>
              </CorrectForm>
            ) : null}
            <Reopened item={item} />
            <Escalation escalation={item.escalation} />
            <ConfirmationNote item={item} />
            <Signals signals={withLookAlikes(signalsBeside(item), alike)} compared={compared} onCompare={compare} />
            <SenderFacts item={item} />
            <Recent item={item} />
          </ScrollArea>
          {doing === 'correct' ? null : (
            <VerdictBar
              adds={addsWords(item, corrections)}
              busy={desk.busy}
              seen={seen}
              onApprove={approve}
              onReject={ways.r}
              onCorrect={ways.e}
              onSkip={skip}
              onEscalate={escalate}
            />
          )}
        </section>
      </div>
      <DeskDialogs desk={desk} item={item} doing={doing} onClose={stop} />
    </>
  )
}

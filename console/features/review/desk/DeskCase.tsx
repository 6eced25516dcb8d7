import type { ReviewItem } from '@stampus/contract/console/review'
import { stampsFor } from '@stampus/contract/stamps'
import { parseAmount } from '@stampus/contract/values/money'
import { Button } from '@stampus/ui/Button'
import { useState } from 'react'
import { KeyCap } from '../../../shared/components/KeyCap.tsx'
import { ScrollArea } from '../../../shared/components/ScrollArea.tsx'
import { ReasonDialog } from '../../../shared/dialogs/ReasonDialog.tsx'
import { useKeys } from '../../../shared/keys.ts'
import { receiptTitle, stampsText } from '../../../shared/labels/labels.ts'
import type { Corrections } from '../../../shared/receipts/facts.ts'
import {
  correctionsOf,
  type FactsTyped,
  factFaults,
  marksOf,
  type ReadName,
  signalsBeside,
  typedFacts,
  withRead,
} from '../../../shared/receipts/facts.ts'
import { shownAlike, useReadSince, useSeen, withLookAlikes } from '../../../shared/receipts/LookAlikes.tsx'
import { ReceiptFacts } from '../../../shared/receipts/ReceiptFacts.tsx'
import { Escalation, Reopened, SenderFacts, Signals } from '../../../shared/receipts/ReceiptNotes.tsx'
import { idAfter, ReceiptViewer, twinsOf } from '../../../shared/receipts/ReceiptViewer.tsx'
import { settings } from '../../../shared/settings.ts'
import { CorrectForm } from './CorrectionForm.tsx'
import { ConfirmationNote, DeskNotices } from './DeskNotices.tsx'
import { type Draft, draftOf } from './drafts.ts'
import { Recent } from './Recent.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import type { useDesk } from './useReviewDesk.ts'

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
            name={receiptTitle(item)}
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
        <section aria-label={receiptTitle(item)} className="flex min-h-0 flex-col gap-3">
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
              adds={addedStampsText(item, corrections)}
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

/** The stamps that an approval adds. A corrected amount changes their number. */
function addedStampsText(item: ReviewItem, corrections: Corrections | undefined): string {
  if (!corrections) return stampsText(item.stamps_on_approval)
  const amount = parseAmount(String(corrections.purchase_amount ?? item.purchase_amount)) ?? 0
  return `as corrected, ${stampsText(stampsFor(amount, settings))}`
}

type VerdictBarProps = {
  /** What an approval adds, in words. */
  adds: string
  busy: boolean
  /** Whether the picture has been shown. */
  seen: boolean
  onApprove: () => void
  onReject: () => void
  onCorrect: () => void
  onSkip: () => void
  /** Absent for a manager, who has nobody to escalate it to. */
  onEscalate: (() => void) | undefined
}

/** Approve, reject, correct, skip and escalate, each with its key. */
export function VerdictBar({ adds, busy, seen, onApprove, onReject, onCorrect, onSkip, onEscalate }: VerdictBarProps) {
  return (
    <div className="sticky bottom-0 z-10 -mx-3 grid grid-cols-2 gap-2 border-line border-t bg-paper px-3 py-2 lg:static lg:mx-0 lg:border-t-0 lg:p-0">
      <Button
        busy={busy}
        aria-disabled={!seen}
        onClick={onApprove}
        aria-keyshortcuts="A"
        className="col-span-2 px-1.5! whitespace-nowrap text-lead lg:min-h-14"
      >
        Approve <span className="font-normal text-body">{adds}</span> <KeyCap>A</KeyCap>
      </Button>
      <div className="col-span-2 grid auto-cols-[minmax(max-content,1fr)] grid-flow-col gap-1.5">
        <DecisionButton name="Reject" shortcut="R" onPress={onReject} />
        <DecisionButton name="Correct" shortcut="E" onPress={onCorrect} />
        <DecisionButton name="Skip" shortcut="S" onPress={onSkip} />
        {onEscalate ? <DecisionButton name="Escalate" shortcut="M" onPress={onEscalate} /> : null}
      </div>
    </div>
  )
}

function DecisionButton({ name, shortcut, onPress }: { name: string; shortcut: string; onPress: () => void }) {
  return (
    <Button
      look="secondary"
      onClick={onPress}
      aria-keyshortcuts={shortcut}
      className="gap-1.5! px-1! whitespace-nowrap"
    >
      {name} <KeyCap>{shortcut}</KeyCap>
    </Button>
  )
}

/** What a reviewer is about, besides looking. */
export type Doing = 'reject' | 'correct' | 'escalate'

type DeskDialogsProps = {
  desk: ReturnType<typeof useDesk>
  item: ReviewItem
  doing: Doing | undefined
  onClose: () => void
}

/** The words that a rejection and an escalation ask for. What was typed stays with the receipt. */
export function DeskDialogs({ desk, item, doing, onClose }: DeskDialogsProps) {
  const { rejection, note } = draftOf(desk.drafts, item)
  const { busy, fault } = desk
  if (doing === 'reject')
    return (
      <RejectDialog
        item={item}
        rejection={rejection}
        onType={(typed) => desk.type(item, { rejection: typed })}
        busy={busy}
        fault={fault}
        onClose={onClose}
        onReject={(given) => void desk.pass(item, { status: 'rejected', ...given })}
      />
    )
  if (doing === 'escalate')
    return (
      <ReasonDialog
        title="Escalate to managers"
        beside
        action="Escalate"
        look="primary"
        label="Note to the managers"
        words={[note, (typed) => desk.type(item, { note: typed })]}
        mutation={{ isPending: busy, error: fault ? new Error(fault) : null }}
        onConfirm={(given) => void desk.escalate(item, given)}
        onClose={onClose}
      />
    )
  return null
}

import type { ReviewItem } from '@stampus/contract/console/review'
import { stampsFor } from '@stampus/contract/stamps'
import { parseAmount } from '@stampus/contract/values/money'
import { Button } from '@stampus/ui/Button'
import { useState } from 'react'
import { KeyCap } from '../../../shared/components/KeyCap.tsx'
import { ScrollArea } from '../../../shared/components/ScrollArea.tsx'
import { ReasonDialog } from '../../../shared/dialogs/ReasonDialog.tsx'
import { receiptTitle, stampsText } from '../../../shared/labels/labels.ts'
import type { Corrections } from '../../../shared/receipts/facts.ts'
import {
  applyOcr,
  type FactName,
  type FactValues,
  factFrames,
  findCorrections,
  signalsWithoutFacts,
  typedFacts,
  validateFacts,
} from '../../../shared/receipts/facts.ts'
import {
  mergeLookAlikes,
  shownLookAlikeIds,
  usePictureSeen,
  useShownLongEnough,
} from '../../../shared/receipts/LookAlikes.tsx'
import { ReceiptFacts } from '../../../shared/receipts/ReceiptFacts.tsx'
import { EscalationNote, ReopenedNotice, SenderFacts, SignalList } from '../../../shared/receipts/ReceiptNotes.tsx'
import { comparableReceipts, nextComparedId, ReceiptViewer } from '../../../shared/receipts/ReceiptViewer.tsx'
import { settings } from '../../../shared/settings.ts'
import { useShortcuts } from '../../../shared/shortcuts.ts'
import { CorrectForm } from './CorrectionForm.tsx'
import { ConfirmationNote, DeskNotices } from './DeskNotices.tsx'
import { type Draft, draftOf } from './drafts.ts'
import { Recent } from './Recent.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import type { useReviewDesk } from './useReviewDesk.ts'

type Props = { desk: ReturnType<typeof useReviewDesk>; item: ReviewItem; isManager: boolean }

/** The receipt on the desk: its picture, what is known of it, and the actions to decide. */
export function DeskCase({ desk, item, isManager }: Props) {
  const [task, setTask] = useState<DeskTask>()
  const [pictureSeen, setShown] = usePictureSeen()
  const [compared, setCompared] = useState<number>()
  const { facts, fields, lookAlikes } = draftOf(desk.drafts, item)
  const areLookAlikesRead = useShownLongEnough(shownLookAlikeIds([], lookAlikes).join())
  const seen = pictureSeen && areLookAlikesRead
  const corrections = findCorrections(item, facts)
  const comparable = comparableReceipts(mergeLookAlikes(item.signals, lookAlikes))
  // What is on its way would sweep away what is begun now.
  const startWork = (what: DeskTask) => () => {
    if (desk.busy) return
    desk.clearError()
    setTask(what)
  }
  const closeTask = () => setTask(undefined)
  const endCorrection = (part: Partial<Draft> = {}) => {
    desk.saveDraft(item, { fields: undefined, ...part })
    closeTask()
  }
  // Nobody approves a picture, or beside a reload-lookAlikes, that has not been seen.
  const approve = () => {
    const approved_alike = shownLookAlikeIds(item.approved_alike, lookAlikes)
    if (seen) void desk.decideOn(item, { status: 'approved', approved_alike, ...(corrections && { corrections }) })
  }
  const skip = () => void desk.next(item.id)
  const escalate = isManager ? undefined : startWork('escalate')
  const compare = (id: number) => setCompared(id === compared ? undefined : id)
  const take = (read: FactValues | undefined) => {
    if (!read || desk.busy) return
    // What the rules refuse is shown in the fields: it may have been misread.
    if (validateFacts(item, read).length === 0) return desk.saveDraft(item, { facts: read })
    desk.saveDraft(item, { fields: read })
    startWork('correct')()
  }
  const applyValue = (name: FactName, value: string) => take({ ...facts, [name]: value })
  const actions = {
    a: approve,
    r: startWork('reject'),
    e: startWork('correct'),
    p: () => take(applyOcr(item, facts)),
    s: skip,
    ...(escalate && { m: escalate }),
  }
  // What is being typed would be lost: until it is stillHeld or given up, no key decides.
  useShortcuts({ c: () => setCompared(nextComparedId(compared, comparable)), ...(task ? {} : actions) })
  return (
    <>
      <DeskNotices fault={task ? undefined : desk.fault} unseenLookAlikes={desk.unseenLookAlikes} lease={desk.lease} />
      <div className="grid min-h-0 flex-1 gap-4 lg:grid-cols-[minmax(0,1fr)_27rem]">
        {item.picture ? (
          <ReceiptViewer
            picture={item.picture}
            name={receiptTitle(item)}
            frames={factFrames(item, facts)}
            other={comparable.find(({ id }) => id === compared)}
            onShown={setShown}
            onUnreadable={() => void desk.reload(item.id)}
          />
        ) : (
          <p className="grid place-items-center p-8 text-muted">
            The picture is gone: with the account, or because its time was over.
          </p>
        )}
        <section aria-label={receiptTitle(item)} className="flex min-h-0 flex-col gap-3">
          {task === 'correct' ? null : <ReceiptFacts item={item} corrections={corrections} onTake={applyValue} />}
          <ScrollArea>
            {task === 'correct' ? (
              <CorrectForm
                item={item}
                begun={fields ?? facts}
                onKeep={(typed) => endCorrection({ facts: typed })}
                onLeave={(left) => endCorrection(left && { fields: left })}
              >
                <Button look="quiet" onClick={() => endCorrection({ facts: typedFacts(item) })}>
                  Back to the typed values
                </Button>
              </CorrectForm>
            ) : null}
            <ReopenedNotice item={item} />
            <EscalationNote escalation={item.escalation} />
            <ConfirmationNote item={item} />
            <SignalList
              signals={mergeLookAlikes(signalsWithoutFacts(item), lookAlikes)}
              compared={compared}
              onCompare={compare}
            />
            <SenderFacts item={item} />
            <Recent item={item} />
          </ScrollArea>
          {task === 'correct' ? null : (
            <DecisionBar
              adds={addedStampsText(item, corrections)}
              busy={desk.busy}
              seen={seen}
              onApprove={approve}
              onReject={actions.r}
              onCorrect={actions.e}
              onSkip={skip}
              onEscalate={escalate}
            />
          )}
        </section>
      </div>
      <DeskDialogs desk={desk} item={item} task={task} onClose={closeTask} />
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
function DecisionBar({ adds, busy, seen, onApprove, onReject, onCorrect, onSkip, onEscalate }: VerdictBarProps) {
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
type DeskTask = 'reject' | 'correct' | 'escalate'

type DeskDialogsProps = {
  desk: ReturnType<typeof useReviewDesk>
  item: ReviewItem
  task: DeskTask | undefined
  onClose: () => void
}

/** The words that a rejection and an escalation ask for. What was typed stays with the receipt. */
function DeskDialogs({ desk, item, task, onClose }: DeskDialogsProps) {
  const { rejection, note } = draftOf(desk.drafts, item)
  const { busy, fault } = desk
  if (task === 'reject')
    return (
      <RejectDialog
        item={item}
        rejection={rejection}
        onType={(typed) => desk.saveDraft(item, { rejection: typed })}
        busy={busy}
        fault={fault}
        onClose={onClose}
        onReject={(given) => void desk.decideOn(item, { status: 'rejected', ...given })}
      />
    )
  if (task === 'escalate')
    return (
      <ReasonDialog
        title="Escalate to managers"
        beside
        action="Escalate"
        look="primary"
        label="Note to the managers"
        words={[note, (typed) => desk.saveDraft(item, { note: typed })]}
        mutation={{ isPending: busy, error: fault ? new Error(fault) : null }}
        onConfirm={(given) => void desk.escalate(item, given)}
        onClose={onClose}
      />
    )
  return null
}

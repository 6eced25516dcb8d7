import type { ReviewItem } from '@stampus/contract/console/review'
import { stampsFor } from '@stampus/contract/values/money'
import { parseAmount } from '@stampus/contract/values/typedAmounts'
import { Button } from '@stampus/ui/Button'
import { type ReactNode, useState } from 'react'
import { KeyButton } from '../../../shared/components/KeyButton.tsx'
import { ScrollArea } from '../../../shared/components/Page.tsx'
import { ReasonDialog } from '../../../shared/dialogs/ReasonDialog.tsx'
import { receiptTitle, stampsText } from '../../../shared/labels/labels.ts'
import { comparableReceipts, nextComparedId } from '../../../shared/receipts/comparison.ts'
import {
  applyOcr,
  type Corrections,
  type FactName,
  type FactValues,
  factFrames,
  findCorrections,
  signalsWithoutFacts,
  typedFacts,
  validateFacts,
} from '../../../shared/receipts/facts.ts'
import { mergeLookAlikes, shownLookAlikeIds } from '../../../shared/receipts/LookAlikes.tsx'
import { ReceiptFacts } from '../../../shared/receipts/ReceiptFacts.tsx'
import { EscalationNote, ReopenedNotice, SenderFacts, SignalList } from '../../../shared/receipts/ReceiptNotes.tsx'
import { ReceiptViewer } from '../../../shared/receipts/ReceiptViewer.tsx'
import { usePictureSeen, useShownLongEnough } from '../../../shared/receipts/seen.ts'
import { useShortcuts } from '../../../shared/shortcuts.ts'
import { ApprovalQuestion } from './ApprovalQuestion.tsx'
import { approvalQuestion } from './approvalDoubts.ts'
import { CorrectionForm } from './CorrectionForm.tsx'
import { ConfirmationNote, DeskNotices } from './DeskNotices.tsx'
import { type Draft, getDraft } from './drafts.ts'
import { ReadAgain } from './ReadAgain.tsx'
import { Recent } from './Recent.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import type { useReviewDesk } from './useReviewDesk.ts'

type Props = { desk: ReturnType<typeof useReviewDesk>; item: ReviewItem; isManager: boolean }

/** The receipt on the desk: its picture, what is known about it, and the actions of the reviewer. */
export function DeskCase({ desk, item, isManager }: Props) {
  const [task, setTask] = useState<DeskTask>()
  const [isPictureSeen, setShown] = usePictureSeen()
  const [compared, setCompared] = useState<number>()
  const { facts, fields, lookAlikes } = getDraft(desk.drafts, item)
  const areLookAlikesRead = useShownLongEnough(shownLookAlikeIds([], lookAlikes).join())
  const isSeen = isPictureSeen && areLookAlikesRead
  const corrections = findCorrections(item, facts)
  const question = approvalQuestion(item, facts)
  const [asked, setAsked] = useState<string>()
  const isQuestioned = question !== undefined && asked === question
  const comparable = comparableReceipts(mergeLookAlikes(item.signals, lookAlikes))
  // A running action replaces the receipt, and with it whatever is started now.
  const startTask = (what: DeskTask) => () => {
    if (desk.isBusy) return
    desk.clearError()
    setAsked(undefined)
    setTask(what)
  }
  const closeTask = () => setTask(undefined)
  const endCorrection = (part: Partial<Draft> = {}) => {
    desk.saveDraft(item, { fields: undefined, ...part })
    closeTask()
  }
  // A receipt can be approved only after its picture and its look-alikes were on screen.
  const approve = () => {
    const approved_alike = shownLookAlikeIds(item.approved_alike, lookAlikes)
    if (isSeen) void desk.decide(item, { status: 'approved', approved_alike, ...(corrections && { corrections }) })
  }
  // A double click on the button only asks.
  const approveOrAsk = () => {
    if (question === undefined) approve()
    else if (isSeen && !desk.isBusy) setAsked(question)
  }
  const skip = () => void desk.next(item.id)
  const escalate = isManager ? undefined : startTask('escalate')
  const compare = (id: number) => setCompared(id === compared ? undefined : id)
  const applyValues = (values: FactValues | undefined) => {
    if (!values || desk.isBusy) return
    // Invalid values may be misread, so the operator sees them in the fields.
    if (validateFacts(item, values).length === 0) return desk.saveDraft(item, { facts: values })
    desk.saveDraft(item, { fields: values })
    startTask('correct')()
  }
  const applyValue = (name: FactName, value: string) => applyValues({ ...facts, [name]: value })
  const actions = {
    ...(isQuestioned ? { y: approve, escape: () => setAsked(undefined) } : { a: approveOrAsk }),
    r: startTask('reject'),
    e: startTask('correct'),
    p: () => applyValues(applyOcr(item, facts)),
    s: skip,
    ...(escalate && { m: escalate }),
  }
  // While a form is open, no shortcut decides: the typed text would be lost.
  useShortcuts({ c: () => setCompared(nextComparedId(compared, comparable)), ...(task ? {} : actions) })
  return (
    <>
      <DeskNotices error={task ? undefined : desk.error} unseenLookAlikes={desk.unseenLookAlikes} lease={desk.lease} />
      <div className="grid min-h-0 flex-1 gap-4 lg:grid-cols-[minmax(0,1fr)_27rem]">
        {item.picture ? (
          <ReceiptViewer
            picture={item.picture}
            name={receiptTitle(item)}
            frames={factFrames(item, facts)}
            other={comparable.find(({ id }) => id === compared)}
            onShown={setShown}
            onLoadError={() => void desk.reload(item.id)}
          />
        ) : (
          <p className="grid place-items-center p-8 text-muted">
            The picture was deleted with the account, or after its storage time.
          </p>
        )}
        <section aria-label={receiptTitle(item)} className="flex min-h-0 flex-col gap-3">
          {task === 'correct' ? null : (
            <ReceiptFacts item={item} corrections={corrections} onTake={applyValue}>
              <ReadAgain item={item} onReload={desk.reload} />
            </ReceiptFacts>
          )}
          <ScrollArea>
            {task === 'correct' ? (
              <CorrectionForm
                item={item}
                initialValues={fields ?? facts}
                onSubmit={(typed) => endCorrection({ facts: typed })}
                onCancel={(left) => endCorrection(left && { fields: left })}
              >
                <Button look="quiet" onClick={() => endCorrection({ facts: typedFacts(item) })}>
                  Reset to the typed values
                </Button>
              </CorrectionForm>
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
              isBusy={desk.isBusy}
              isReady={isSeen && !isQuestioned}
              question={
                isQuestioned ? (
                  <ApprovalQuestion
                    question={question}
                    isBusy={desk.isBusy}
                    onConfirm={approve}
                    onCancel={() => setAsked(undefined)}
                  />
                ) : null
              }
              onApprove={approveOrAsk}
              others={[
                ['Reject', 'R', actions.r],
                ['Correct', 'E', actions.e],
                ['Skip', 'S', skip],
                // Managers have no one to escalate to.
                ...(escalate ? ([['Escalate', 'M', escalate]] satisfies Other[]) : []),
              ]}
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
  return `as corrected, ${stampsText(stampsFor(amount, item.earning_rule))}`
}

type Other = [name: string, shortcut: string, press: () => void]

type DecisionBarProps = {
  /** The stamps that an approval adds, as text. */
  adds: string
  isBusy: boolean
  isReady: boolean
  /** Comes before the button that approves. */
  question: ReactNode
  onApprove: () => void
  others: Other[]
}

function DecisionBar({ adds, isBusy, isReady, question, onApprove, others }: DecisionBarProps) {
  return (
    <div className="sticky bottom-0 z-10 -mx-3 grid grid-cols-2 gap-2 border-line border-t bg-paper px-3 py-2 lg:static lg:mx-0 lg:border-t-0 lg:p-0">
      {question}
      <KeyButton
        shortcut="A"
        isBusy={isBusy}
        aria-disabled={!isReady}
        onClick={onApprove}
        className="col-span-2 px-1.5! whitespace-nowrap text-lead lg:min-h-14"
      >
        Approve <span className="font-normal text-body">{adds}</span>
      </KeyButton>
      <div className="col-span-2 grid auto-cols-[minmax(max-content,1fr)] grid-flow-col gap-1.5">
        {others.map(([name, shortcut, press]) => (
          <KeyButton
            key={name}
            shortcut={shortcut}
            look="secondary"
            onClick={press}
            className="gap-1.5! px-1! whitespace-nowrap"
          >
            {name}
          </KeyButton>
        ))}
      </div>
    </div>
  )
}

/** The form or dialog that is open. */
type DeskTask = 'reject' | 'correct' | 'escalate'

type DeskDialogsProps = {
  desk: ReturnType<typeof useReviewDesk>
  item: ReviewItem
  task: DeskTask | undefined
  onClose: () => void
}

/** The dialogs of a rejection and an escalation. What is typed is kept in the receipt's draft. */
function DeskDialogs({ desk, item, task, onClose }: DeskDialogsProps) {
  const { rejection, note } = getDraft(desk.drafts, item)
  const { isBusy, error } = desk
  if (task === 'reject')
    return (
      <RejectDialog
        item={item}
        rejection={rejection}
        onType={(typed) => desk.saveDraft(item, { rejection: typed })}
        isBusy={isBusy}
        error={error}
        onClose={onClose}
        onReject={(given) => void desk.decide(item, { status: 'rejected', ...given })}
      />
    )
  if (task === 'escalate')
    return (
      <ReasonDialog
        title="Escalate to managers"
        isBeside
        action="Escalate"
        look="primary"
        label="Note to managers"
        draft={[note, (typed) => desk.saveDraft(item, { note: typed })]}
        mutation={{ isPending: isBusy, error: error ? new Error(error) : null }}
        onConfirm={(given) => void desk.escalate(item, given)}
        onClose={onClose}
      />
    )
  return null
}

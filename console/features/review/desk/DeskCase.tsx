import { type ReviewItem, readAgain } from '@stampus/contract/console/review'
import { stampsFor } from '@stampus/contract/values/money'
import { parseAmount } from '@stampus/contract/values/typedAmounts'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import { useCall } from '../../../shared/api/queries.ts'
import { ScrollArea } from '../../../shared/components/Page.tsx'
import { ReasonDialog } from '../../../shared/dialogs/ConfirmDialog.tsx'
import { receiptTitle, stampsText } from '../../../shared/labels/labels.ts'
import {
  applyOcr,
  type Corrections,
  type FactValues,
  factFrames,
  findCorrections,
  signalsWithoutFacts,
  typedFacts,
  validateFacts,
} from '../../../shared/receipts/facts.ts'
import { ReceiptFacts } from '../../../shared/receipts/ReceiptFacts.tsx'
import {
  mergeLookAlikes,
  SignalList,
  shownLookAlikeIds,
  useComparison,
  useShownLongEnough,
} from '../../../shared/receipts/Signals.tsx'
import { useShortcuts } from '../../../shared/shortcuts.ts'
import { ActionBar, CaseError, CaseView, usePictureSeen } from '../case/CaseView.tsx'
import { ConfirmationNote, EscalationNote, Recent, ReopenedNotice, SenderFacts } from '../case/ReceiptNotes.tsx'
import { ApprovalQuestion, approvalQuestion } from './ApprovalQuestion.tsx'
import { CorrectionForm } from './CorrectionForm.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import { type Draft, getDraft, type ReviewDesk, usePolling } from './useReviewDesk.ts'

type Props = { desk: ReviewDesk; item: ReviewItem; isManager: boolean }

/** The receipt on the desk: its picture, what is known about it, and the actions of the reviewer. */
export function DeskCase({ desk, item, isManager }: Props) {
  const [task, setTask] = useState<'reject' | 'correct' | 'escalate'>()
  const [isPictureSeen, setShown] = usePictureSeen()
  const { facts, fields, lookAlikes, rejection, note } = getDraft(desk.drafts, item)
  const save = (part: Partial<Draft>) => desk.saveDraft(item, part)
  const areLookAlikesRead = useShownLongEnough(shownLookAlikeIds([], lookAlikes).join())
  const isSeen = isPictureSeen && areLookAlikesRead
  const corrections = findCorrections(item, facts)
  const question = approvalQuestion(item, facts)
  const [asked, setAsked] = useState<string>()
  const isQuestioned = question !== undefined && asked === question
  const comparison = useComparison(mergeLookAlikes(item.signals, lookAlikes))
  // A running action replaces the receipt, and with it whatever is started now.
  const startTask = (what: typeof task) => () => {
    if (desk.isBusy) return
    desk.clearError()
    setAsked(undefined)
    setTask(what)
  }
  const closeTask = () => setTask(undefined)
  const endCorrection = (part: Partial<Draft> = {}) => {
    save({ fields: undefined, ...part })
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
  const cancelQuestion = () => setAsked(undefined)
  const applyValues = (values: FactValues | undefined) => {
    if (!values || desk.isBusy) return
    // Invalid values may be misread, so the operator sees them in the fields.
    if (validateFacts(item, values).length === 0) return save({ facts: values })
    save({ fields: values })
    startTask('correct')()
  }
  useShortcuts({ c: comparison.next })
  return (
    <>
      <DeskNotices desk={desk} isTaskOpen={task !== undefined} />
      <CaseView
        picture={item.picture}
        name={receiptTitle(item)}
        frames={factFrames(item, facts)}
        other={comparison.other}
        onShown={setShown}
        onLoadError={() => void desk.reload(item.id)}
      >
        {task === 'correct' ? null : (
          <ReceiptFacts
            item={item}
            corrections={corrections}
            onTake={(name, value) => applyValues({ ...facts, [name]: value })}
          >
            <ReadAgain item={item} onReload={() => void desk.reload(item.id)} />
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
          <SignalList signals={mergeLookAlikes(signalsWithoutFacts(item), lookAlikes)} comparison={comparison} />
          <SenderFacts item={item} />
          <Recent item={item} />
        </ScrollArea>
        {task === 'correct' ? null : (
          <ActionBar
            main={{
              key: 'A',
              name: (
                <>
                  Approve <span className="font-normal text-body">{addedStampsText(item, corrections)}</span>
                </>
              ),
              press: approveOrAsk,
              isBusy: desk.isBusy,
              isEarly: !isSeen || isQuestioned,
              look: 'text-lead lg:min-h-14',
            }}
            others={[
              { key: 'R', name: 'Reject', press: startTask('reject') },
              { key: 'E', name: 'Correct', press: startTask('correct') },
              { key: 'S', name: 'Skip', press: () => void desk.next(item.id) },
              // Managers have no one to escalate to.
              ...(isManager ? [] : [{ key: 'M', name: 'Escalate', press: startTask('escalate') }]),
            ]}
            keys={{
              p: () => applyValues(applyOcr(item, facts)),
              ...(isQuestioned && { y: approve, escape: cancelQuestion }),
            }}
            isOff={task !== undefined}
            look="-mx-3 px-3"
          >
            {isQuestioned ? (
              <ApprovalQuestion
                question={question}
                isBusy={desk.isBusy}
                onConfirm={approve}
                onCancel={cancelQuestion}
              />
            ) : null}
          </ActionBar>
        )}
      </CaseView>
      {task === 'reject' ? (
        <RejectDialog
          item={item}
          rejection={rejection}
          onType={(typed) => save({ rejection: typed })}
          isBusy={desk.isBusy}
          error={desk.error}
          onClose={closeTask}
          onReject={(given) => void desk.decide(item, { status: 'rejected', ...given })}
        />
      ) : null}
      {task === 'escalate' ? (
        <ReasonDialog
          title="Escalate to managers"
          isBeside
          action="Escalate"
          look="primary"
          label="Note to managers"
          draft={[note, (typed) => save({ note: typed })]}
          mutation={{ isPending: desk.isBusy, error: desk.error ? new Error(desk.error) : null }}
          onConfirm={(given) => void desk.escalate(item, given)}
          onClose={closeTask}
        />
      ) : null}
    </>
  )
}

/** The last error, and a warning when the lease of the receipt is about to end. */
function DeskNotices({ desk, isTaskOpen }: { desk: ReviewDesk; isTaskOpen: boolean }) {
  const { secondsLeft, error: leaseError } = desk.lease
  const error = isTaskOpen ? undefined : desk.error
  const isLost = secondsLeft === 0 && leaseError
  return (
    <>
      <CaseError error={error ?? leaseError} signals={error ? desk.unseenLookAlikes : []} />
      {secondsLeft === undefined || isLost ? null : (
        <Notice kind="warning">
          {secondsLeft > 0
            ? `Reserved for you for ${secondsLeft} s. Keep working to keep it.`
            : 'No longer reserved for you. Another reviewer may open it. Keep working to reserve it again.'}
        </Notice>
      )}
    </>
  )
}

/** The stamps that an approval adds. A corrected amount changes their number. */
function addedStampsText(item: ReviewItem, corrections: Corrections | undefined): string {
  if (!corrections) return stampsText(item.stamps_on_approval)
  const amount = parseAmount(String(corrections.purchase_amount ?? item.purchase_amount)) ?? 0
  return `as corrected, ${stampsText(stampsFor(amount, item.earning_rule))}`
}

const POLL_MS = 3000

/** A button to have the picture read again that could not be read. Then the receipt is loaded until it is read. */
function ReadAgain({
  item: { id, status, reading_state: state },
  onReload,
}: {
  item: ReviewItem
  onReload: () => void
}) {
  const request = useCall(readAgain)
  const [isAsked, setAsked] = useState(false)
  const isReading = isAsked && state === 'pending'
  usePolling(isReading, POLL_MS, onReload)
  if (status !== 'pending' || state === 'off' || state === 'read') return null
  const onSuccess = () => {
    setAsked(true)
    onReload()
  }
  return (
    <>
      <Button
        look="quiet"
        isBusy={request.isPending || isReading}
        onClick={() => request.mutate({ id }, { onSuccess })}
        className="-my-3 px-1! text-small whitespace-nowrap"
      >
        {isReading ? 'Reading…' : state === 'pending' ? 'Read now' : 'Read again'}
      </Button>
      {request.error ? (
        <span role="alert" className="basis-full text-small text-rejected">
          {request.error.message}
        </span>
      ) : null}
    </>
  )
}

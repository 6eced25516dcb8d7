import {
  type ConfirmationRequest,
  confirmRequest,
  declineRequest,
  type WaitingRequest,
} from '@stampus/contract/console/confirmations'
import { type ReactNode, useEffect, useState } from 'react'
import { lookAlikesOf } from '../../../shared/api/api.ts'
import { useCall } from '../../../shared/api/queries.ts'
import { TakingBack } from '../../../shared/components/TakingBack.tsx'
import { When } from '../../../shared/components/When.tsx'
import { ActionDialog } from '../../../shared/dialogs/ActionButton.tsx'
import { fieldLabel, valueText } from '../../../shared/labels/fieldLabels.ts'
import { receiptTitle, reversalLabels, stampsText } from '../../../shared/labels/labels.ts'
import { factFrames, signalsWithoutFacts, typedFacts } from '../../../shared/receipts/facts.ts'
import { ReceiptFacts } from '../../../shared/receipts/ReceiptFacts.tsx'
import { ReceiptViewer } from '../../../shared/receipts/ReceiptViewer.tsx'
import {
  mergeLookAlikes,
  SignalList,
  shownLookAlikeIds,
  useComparison,
  useLookAlikes,
} from '../../../shared/receipts/Signals.tsx'
import { useShortcuts } from '../../../shared/shortcuts.ts'
import { ActionBar, CaseError, ClosedCase, usePictureSeen } from '../case/CaseView.tsx'
import { EscalationNote, ReopenedNotice, SenderFacts } from '../case/ReceiptNotes.tsx'

type Props = {
  request: WaitingRequest
  /** Whether it was answered or withdrawn elsewhere while it was open here. */
  isClosed: boolean
  onConfirmed: () => void
  onSkip: () => void
  onExpired: () => void
}

const affectedPaths = ['/console/confirmations', '/console/submissions', '/console/members', '/console/overview']

/** One request: the receipt, who asked for what and why, and the buttons to answer. */
export function ConfirmationCase({ request, isClosed, onConfirmed, onSkip, onExpired }: Props) {
  const { id, item } = request
  const title = requestTitle(request)
  const [seen, setShown] = usePictureSeen()
  const [declining, setDeclining] = useState(false)
  const { lookAlikes, areRead, add } = useLookAlikes()
  const confirming = useCall(confirmRequest, affectedPaths)
  const isBusy = confirming.isPending
  const picture = item?.picture
  // Without a picture it counts as seen after a moment: a double click on the previous request must not answer it.
  useEffect(() => {
    if (!picture) setShown()
  }, [picture, setShown])
  const isReady = !isBusy && !isClosed && seen && areRead
  const onRejected = (error: Error) => {
    add(error)
    onExpired()
  }
  const confirm = () => {
    const approved_alike = shownLookAlikeIds(item?.approved_alike ?? [], lookAlikes)
    if (isReady) confirming.mutate({ id, approved_alike }, { onSuccess: onConfirmed, onError: onRejected })
  }
  const comparison = useComparison(mergeLookAlikes(item?.signals ?? [], lookAlikes))
  useShortcuts(isClosed && !declining ? { s: onSkip } : {})
  return (
    <section aria-label={title} className="flex min-h-0 flex-1 flex-col gap-3">
      <CaseBody hasPicture={Boolean(picture)}>
        <RequestFacts request={request} />
        {item && picture ? (
          <div className="grid h-[60dvh] lg:sticky lg:top-0 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:h-[100cqh]">
            <ReceiptViewer
              picture={picture}
              name={receiptTitle(item)}
              frames={factFrames(item, typedFacts(item))}
              other={comparison.other}
              onShown={setShown}
              onLoadError={onExpired}
            />
          </div>
        ) : null}
        {item ? (
          <div className="grid content-start gap-3">
            <ReceiptFacts item={item} />
            <ReopenedNotice item={item} />
            <EscalationNote escalation={item.escalation} />
            <SignalList signals={mergeLookAlikes(signalsWithoutFacts(item), lookAlikes)} comparison={comparison} />
            <SenderFacts item={item} />
          </div>
        ) : null}
      </CaseBody>
      <CaseError error={confirming.error?.message} signals={lookAlikesOf(confirming.error)} />
      {isClosed ? (
        <ClosedCase text="This request has already been answered or withdrawn." next="Next" onNext={onSkip} />
      ) : (
        <ActionBar
          main={{ key: 'C', name: 'Confirm', press: confirm, isBusy, isEarly: !isReady, look: 'text-lead' }}
          others={[
            { key: 'D', name: 'Decline', press: () => isBusy || setDeclining(true) },
            { key: 'S', name: 'Skip', press: onSkip },
          ]}
          isOff={declining}
          look={`-mx-4 px-4 lg:grid-cols-2 ${picture ? '' : 'lg:max-w-2xl'}`}
        />
      )}
      {declining ? (
        <ActionDialog
          title={`Decline: ${title}`}
          action="Decline"
          isDangerous
          isBeside
          reason={`Reason (shown to ${request.asked_by.name})`}
          call={declineRequest}
          input={(answer) => ({ id, answer })}
          invalidates={affectedPaths}
          done={`Declined: ${title}`}
          onDone={onSkip}
          onClose={() => setDeclining(false)}
        />
      ) : null}
    </section>
  )
}

/**
 * The facts of the request, then the picture, then those of the receipt. On wide screens the picture is beside the facts and
 * both fill the page: the facts scroll, the picture and the buttons stay.
 */
function CaseBody({ hasPicture, children }: { hasPicture: boolean; children: ReactNode }) {
  if (!hasPicture) return <div className="grid max-w-2xl gap-3">{children}</div>
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
      tabIndex={0}
      className="flex flex-col gap-3 lg:-m-1 lg:grid lg:min-h-96 lg:flex-1 lg:grid-cols-[minmax(0,1fr)_27rem] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-4 lg:overflow-y-auto lg:p-1 lg:[container-type:size]"
    >
      {children}
    </div>
  )
}

/** Who asked for what and why, and the member's balance before and after. */
function RequestFacts({ request }: { request: WaitingRequest }) {
  const { asked_by, asked_at, stamps, member, balance, words, corrections, if_taken_back: consequences } = request
  return (
    <div className="grid gap-2 rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <h2 className="wrap-anywhere font-bold text-lead">{requestTitle(request)}</h2>
      <p className="wrap-anywhere text-muted">
        Requested by {asked_by.name}, <When at={asked_at} />
      </p>
      <p>
        <strong className="tabular-nums">{stampsChangeText(stamps)}</strong> for {member.name}.
        {consequences ? null : ` Balance now: ${stampsText(balance)}. After: ${stampsText(balance + stamps)}.`}
      </p>
      {consequences ? <TakingBack {...consequences} /> : null}
      {corrections.map(({ field, corrected }) => (
        <p key={field}>
          {fieldLabel(field)} corrected to <strong>{valueText(field, corrected)}</strong>
        </p>
      ))}
      {words ? <p className="wrap-anywhere whitespace-pre-line border-line border-l-2 pl-3">{words}</p> : null}
    </div>
  )
}

/** The title of a request, such as "Approval of receipt 12". */
export function requestTitle({ kind, submission_id, member, outcome }: ConfirmationRequest): string {
  if (kind === 'adjustment') return `Stamp adjustment for ${member.name}`
  if (kind === 'approval') return `Approval of receipt ${submission_id}`
  return `Reversal ${outcome ? `that ${reversalLabels[outcome]}` : 'of'} receipt ${submission_id}`
}

/** The change of the balance, such as "+50 stamps". */
export const stampsChangeText = (stamps: number) => `${stamps > 0 ? '+' : ''}${stampsText(stamps)}`

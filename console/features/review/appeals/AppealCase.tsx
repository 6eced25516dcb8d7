import { answerAppeal, appeals, type OpenAppeal, showItem } from '@stampus/contract/console/review'
import { REASON_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { TextArea } from '@stampus/ui/forms/TextArea'
import { useRef, useState } from 'react'
import { call } from '../../../shared/api/api.ts'
import { reportSignedOut, useCall } from '../../../shared/api/queries.ts'
import { ScrollArea } from '../../../shared/components/Page.tsx'
import { receiptTitle } from '../../../shared/labels/labels.ts'
import { ReceiptFacts } from '../../../shared/receipts/ReceiptFacts.tsx'
import { CaseError, CaseView, ClosedCase } from '../case/CaseView.tsx'
import { SenderFacts } from '../case/ReceiptNotes.tsx'

type Outcome = 'kept' | 'reopened'

type Props = {
  appeal: OpenAppeal
  /** Whether it was answered elsewhere while it was open here. */
  isClosed: boolean
  hasOthers: boolean
  onSent: (outcome: Outcome) => void
  onSkip: () => void
}

/** One appeal: the receipt, the rejection, the member's message and the manager's answer. */
export function AppealCase({ appeal: { id, item, message }, ...answering }: Props) {
  const [picture, setPicture] = useState(item.picture)
  // The address of a picture expires after some minutes.
  const refreshPicture = () =>
    call(showItem, { id: item.id }).then(({ data }) => setPicture(data.picture), reportSignedOut)
  return (
    <CaseView picture={picture} name={receiptTitle(item)} onLoadError={() => void refreshPicture()}>
      <ReceiptFacts item={item} />
      <ScrollArea>
        <Statement title="Member's message" by={item.member.name} text={message} />
        <Statement title="Reason for the rejection" by={item.decision?.operator} text={item.decision?.reason} />
        {item.decision?.notes ? <Statement title="Admin Comments" text={item.decision.notes} /> : null}
        <SenderFacts item={item} />
      </ScrollArea>
      <AppealAnswer appealId={id} {...answering} />
    </CaseView>
  )
}

function Statement({ title, by, text }: { title: string; by?: string | undefined; text: string | null | undefined }) {
  return (
    <section className="rounded-sheet border border-line bg-sheet px-4 py-2">
      <h2 className="text-small text-muted">
        {title}
        {by ? ` (${by})` : ''}
      </h2>
      <p className="whitespace-pre-line">{text || 'No reason given.'}</p>
    </section>
  )
}

type AnswerProps = Omit<Props, 'appeal'> & { appealId: number }

/** The manager's answer. The text stays until it is sent or the manager goes on. */
function AppealAnswer({ appealId: id, isClosed, hasOthers, onSent, onSkip }: AnswerProps) {
  const [answer, setAnswer] = useState('')
  const [isMissing, setMissing] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const sending = useCall(answerAppeal, [appeals.path])
  const send = (outcome: Outcome) => {
    if (sending.isPending) return undefined
    const given = { id, outcome, answer: answer.trim() }
    if (given.answer) return sending.mutate(given, { onSuccess: () => onSent(outcome) })
    setMissing(true)
    form.current?.querySelector('textarea')?.focus()
  }
  const button = (outcome: Outcome) => ({
    isBusy: sending.isPending && sending.variables.outcome === outcome,
    'aria-disabled': sending.isPending,
    onClick: () => send(outcome),
    className: 'flex-auto px-2! whitespace-nowrap',
  })
  return (
    <div ref={form} className="grid gap-3 pb-2 lg:pb-0">
      <TextArea
        label="Your answer to the member"
        value={answer}
        onChange={setAnswer}
        max={REASON_MAX}
        error={isMissing && !answer.trim() ? texts.answerRequired : undefined}
      />
      <CaseError error={sending.error?.message} />
      {isClosed ? (
        <ClosedCase
          text="This appeal has already been closed. What you typed stays here until you continue."
          next="Next appeal"
          onNext={onSkip}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" {...button('kept')}>
            Keep the rejection
          </Button>
          <Button {...button('reopened')}>Send back for review</Button>
          {hasOthers ? (
            <Button look="quiet" aria-disabled={sending.isPending} onClick={() => sending.isPending || onSkip()}>
              Skip
            </Button>
          ) : null}
        </div>
      )}
    </div>
  )
}

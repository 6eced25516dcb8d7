import { answerAppeal, type OpenAppeal, showItem } from '@stampus/contract/console/review'
import { REASON_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { TextArea } from '@stampus/ui/forms/TextArea'
import { Notice } from '@stampus/ui/Notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CallError, call } from '../../../shared/api/api.ts'
import { reportSignedOut } from '../../../shared/api/queries.ts'
import { ScrollArea } from '../../../shared/components/Page.tsx'
import { receiptTitle } from '../../../shared/labels/labels.ts'
import { ReceiptFacts } from '../../../shared/receipts/ReceiptFacts.tsx'
import { SenderFacts } from '../../../shared/receipts/ReceiptNotes.tsx'
import { ReceiptViewer } from '../../../shared/receipts/ReceiptViewer.tsx'
import { type AppealsList, appealsQuery, removeAppeal } from './AppealsBadge.tsx'

type Props = {
  appeal: OpenAppeal
  /** Whether it was answered elsewhere while it was open here. */
  isClosed: boolean
  hasOthers: boolean
  onSent: (outcome: Outcome) => void
  onSkip: () => void
}

/** One appeal: the receipt, the rejection, the member's message and the manager's answer. */
export function AppealCase({ appeal, ...answering }: Props) {
  const { item } = appeal
  const [picture, refreshPicture] = usePicture(item)
  const name = receiptTitle(item)
  return (
    <div className={`grid min-h-0 flex-1 gap-4 ${appealColumns}`}>
      {picture ? (
        <ReceiptViewer
          picture={picture}
          name={name}
          onShown={() => undefined}
          onLoadError={() => void refreshPicture()}
        />
      ) : null}
      <section aria-label={name} className="flex min-h-0 flex-col gap-3">
        <ReceiptFacts item={item} />
        <ScrollArea>
          <Statement title="Member's message" by={item.member.name} text={appeal.message} />
          <Statement title="Reason for the rejection" by={item.decision?.operator} text={item.decision?.reason} />
          {item.decision?.notes ? <Statement title="Admin Comments" text={item.decision.notes} /> : null}
          <SenderFacts item={item} />
        </ScrollArea>
        <AppealAnswer appealId={appeal.id} {...answering} />
      </section>
    </div>
  )
}

export const appealColumns = 'lg:grid-cols-[minmax(0,1fr)_28rem]'

/** The picture and a function that fetches a fresh address: an address expires after some minutes. */
function usePicture({ id, picture: first }: OpenAppeal['item']) {
  const [picture, setPicture] = useState(first)
  const refreshPicture = () => call(showItem, { id }).then(({ data }) => setPicture(data.picture), reportSignedOut)
  return [picture, refreshPicture] as const
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

type Outcome = 'kept' | 'reopened'

type AppealAnswerProps = {
  appealId: number
  isClosed: boolean
  hasOthers: boolean
  onSent: (outcome: Outcome) => void
  onSkip: () => void
}

/** The manager's answer. The text stays until it is sent or the manager goes on. */
function AppealAnswer({ appealId, isClosed, hasOthers, onSent, onSkip }: AppealAnswerProps) {
  const [answer, setAnswer] = useState('')
  const [isMissing, setMissing] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const sending = useAnswerMutation(appealId, onSent)
  const answerWith = (outcome: Outcome) => {
    if (answer.trim()) return sending.send({ outcome, answer: answer.trim() })
    setMissing(true)
    form.current?.querySelector('textarea')?.focus()
  }
  return (
    <div ref={form} className="grid gap-3 pb-2 lg:pb-0">
      <TextArea
        label="Your answer to the member"
        value={answer}
        onChange={setAnswer}
        max={REASON_MAX}
        error={isMissing && !answer.trim() ? texts.answerRequired : undefined}
      />
      {sending.error ? (
        <Notice kind="error" role="alert">
          {sending.error instanceof CallError ? sending.error.message : texts.unexpectedRetry}
        </Notice>
      ) : null}
      {isClosed ? (
        <AnsweredElsewhere onSkip={onSkip} />
      ) : (
        <AnswerButtons
          sendingOutcome={sending.sendingOutcome}
          onAnswer={answerWith}
          onSkip={hasOthers ? onSkip : undefined}
        />
      )}
    </div>
  )
}

function AnsweredElsewhere({ onSkip }: { onSkip: () => void }) {
  return (
    <>
      <Notice kind="info" role="status">
        This appeal has already been closed. What you typed stays here until you continue.
      </Notice>
      <Button onClick={onSkip}>Next appeal</Button>
    </>
  )
}

type AnswerButtonsProps = {
  /** The answer that is being sent. */
  sendingOutcome: Outcome | undefined
  onAnswer: (outcome: Outcome) => void
  onSkip: (() => void) | undefined
}

function AnswerButtons({ sendingOutcome, onAnswer, onSkip }: AnswerButtonsProps) {
  const isSending = sendingOutcome !== undefined
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        look="secondary"
        isBusy={sendingOutcome === 'kept'}
        aria-disabled={isSending}
        onClick={() => onAnswer('kept')}
        className={buttonClass}
      >
        Keep the rejection
      </Button>
      <Button
        isBusy={sendingOutcome === 'reopened'}
        aria-disabled={isSending}
        onClick={() => onAnswer('reopened')}
        className={buttonClass}
      >
        Send back for review
      </Button>
      {onSkip ? (
        <Button look="quiet" aria-disabled={isSending} onClick={() => !isSending && onSkip()}>
          Skip
        </Button>
      ) : null}
    </div>
  )
}

const buttonClass = 'flex-auto px-2! whitespace-nowrap'

/** Sends one answer at a time. If another manager answered meanwhile, the fetched list shows it. */
function useAnswerMutation(id: number, onSent: (outcome: Outcome) => void) {
  const queries = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationKey: ['answer', id],
    networkMode: 'always',
    mutationFn: (given: { outcome: Outcome; answer: string }) => call(answerAppeal, { id, ...given }),
    onSuccess: (_, { outcome }) => {
      queries.setQueryData<AppealsList>(appealsQuery.queryKey, (list) => removeAppeal(list, id))
      onSent(outcome)
    },
    onError: reportSignedOut,
    onSettled: () => void queries.invalidateQueries({ queryKey: appealsQuery.queryKey }),
  })
  const send: typeof mutate = (given) => {
    if (queries.isMutating({ mutationKey: ['answer', id] }) === 0) mutate(given)
  }
  return { send, sendingOutcome: isPending ? variables.outcome : undefined, error }
}

import { answerAppeal } from '@stampus/contract/console/review'
import { REASON_MAX } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CallError, call } from '../../../shared/api/api.ts'
import { noteSignedOut } from '../../../shared/api/queries.ts'
import { Words } from '../../../shared/forms/TextArea.tsx'
import { type AppealsList, appealsQuery, without } from './appealsQuery.ts'

export type Outcome = 'kept' | 'reopened'

type Props = {
  appealId: number
  isGone: boolean
  othersWait: boolean
  onSent: (outcome: Outcome) => void
  onPass: () => void
}

/** A manager's answer to an appeal. What was typed stays until it is sent or the manager goes on. */
export function AppealAnswer({ appealId, isGone, othersWait, onSent, onPass }: Props) {
  const [answer, setAnswer] = useState('')
  const [missing, setMissing] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const sending = useSending(appealId, onSent)
  const give = (outcome: Outcome) => {
    if (answer.trim()) return sending.send({ outcome, answer: answer.trim() })
    setMissing(true)
    form.current?.querySelector('textarea')?.focus()
  }
  return (
    <div ref={form} className="grid gap-3 pb-2 lg:pb-0">
      <Words
        label="Your answer to the member"
        value={answer}
        onChange={setAnswer}
        max={REASON_MAX}
        fault={missing && !answer.trim() ? texts.answerRequired : undefined}
      />
      {sending.error ? (
        <Notice kind="error" role="alert">
          {sending.error instanceof CallError ? sending.error.message : texts.unexpectedRetry}
        </Notice>
      ) : null}
      {isGone ? (
        <Gone onPass={onPass} />
      ) : (
        <Answers under={sending.under} onGive={give} onSkip={othersWait ? onPass : undefined} />
      )}
    </div>
  )
}

function Gone({ onPass }: { onPass: () => void }) {
  return (
    <>
      <Notice kind="info" role="status">
        This appeal waits no longer: it was settled meanwhile. What you typed stays here until you go on.
      </Notice>
      <Button onClick={onPass}>Next appeal</Button>
    </>
  )
}

type AnswersProps = {
  /** The answer that is under way. */
  under: Outcome | undefined
  onGive: (outcome: Outcome) => void
  onSkip: (() => void) | undefined
}

function Answers({ under, onGive, onSkip }: AnswersProps) {
  const rests = under !== undefined
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        look="secondary"
        busy={under === 'kept'}
        aria-disabled={rests}
        onClick={() => onGive('kept')}
        className={answerLook}
      >
        Keep the rejection
      </Button>
      <Button
        busy={under === 'reopened'}
        aria-disabled={rests}
        onClick={() => onGive('reopened')}
        className={answerLook}
      >
        Review it once more
      </Button>
      {onSkip ? (
        <Button look="quiet" aria-disabled={rests} onClick={() => !rests && onSkip()}>
          Skip
        </Button>
      ) : null}
    </div>
  )
}

const answerLook = 'flex-1 px-2! whitespace-nowrap'

/** One answer at a time. Where somebody else has answered meanwhile, the list tells. */
function useSending(id: number, onSent: (outcome: Outcome) => void) {
  const queries = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationKey: ['answer', id],
    networkMode: 'always',
    mutationFn: (given: { outcome: Outcome; answer: string }) => call(answerAppeal, { id, ...given }),
    onSuccess: (_, { outcome }) => {
      queries.setQueryData<AppealsList>(appealsQuery.queryKey, (list) => without(list, id))
      onSent(outcome)
    },
    onError: noteSignedOut,
    onSettled: () => void queries.invalidateQueries({ queryKey: appealsQuery.queryKey }),
  })
  const send: typeof mutate = (given) => {
    if (queries.isMutating({ mutationKey: ['answer', id] }) === 0) mutate(given)
  }
  return { send, under: isPending ? variables.outcome : undefined, error }
}

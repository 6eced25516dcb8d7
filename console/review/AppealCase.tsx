import { REASON_MAX } from '@stampus/contract/limits'
import { answerAppeal, type OpenAppeal } from '@stampus/contract/review'
import * as texts from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CallError, call } from '../app/api.ts'
import { noteSignedOut } from '../app/queries.ts'
import { appealsQuery } from './appealsQuery.ts'
import { Facts } from './Facts.tsx'
import { ReceiptViewer } from './ReceiptViewer.tsx'
import { Words } from './Words.tsx'

type Outcome = 'kept' | 'reopened'

/** One appeal: the receipt, why it was rejected, what its member says, and a manager's answer. */
export function AppealCase({ appeal, onDone }: { appeal: OpenAppeal; onDone: () => void }) {
  const { item } = appeal
  const name = `Receipt ${item.id} from ${item.merchant.name}`
  const queries = useQueryClient()
  return (
    <div className="grid min-h-0 flex-1 gap-4 lg:grid-cols-[minmax(0,1fr)_28rem]">
      {item.picture ? (
        <ReceiptViewer
          picture={item.picture}
          name={name}
          onShown={() => undefined}
          onUnreadable={() => void queries.invalidateQueries({ queryKey: appealsQuery.queryKey })}
        />
      ) : null}
      <section aria-label={name} className="flex min-h-0 flex-col gap-4 lg:overflow-y-auto">
        <Facts item={item} />
        <Statement title="Why it was rejected" by={item.decision?.operator} words={item.decision?.reason} />
        {item.decision?.notes ? <Statement title="Admin Comments" words={item.decision.notes} /> : null}
        <Statement title="What the member says" by={item.member.name} words={appeal.message} />
        <Answer appealId={appeal.id} onDone={onDone} />
      </section>
    </div>
  )
}

function Statement({ title, by, words }: { title: string; by?: string | undefined; words: string | null | undefined }) {
  return (
    <section className="rounded-sheet border border-line bg-sheet px-4 py-3">
      <h2 className="text-small text-soft">
        {title}
        {by ? ` (${by})` : ''}
      </h2>
      <p className="whitespace-pre-line">{words || 'No words were given.'}</p>
    </section>
  )
}

function Answer({ appealId, onDone }: { appealId: number; onDone: () => void }) {
  const [answer, setAnswer] = useState('')
  const [missing, setMissing] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const sending = useSending(appealId, onDone)
  const give = (outcome: Outcome) => {
    if (answer.trim()) return sending.mutate({ outcome, answer: answer.trim() })
    setMissing(true)
    form.current?.querySelector('textarea')?.focus()
  }
  const pressed = sending.isPending ? sending.variables.outcome : undefined
  return (
    <div ref={form} className="grid gap-3 pb-2">
      <Words
        label="Your answer to the member"
        value={answer}
        onChange={setAnswer}
        max={REASON_MAX}
        rows={3}
        fault={missing && !answer.trim() ? texts.answerRequired : undefined}
      />
      {sending.error ? (
        <Notice kind="error" role="alert">
          {sending.error instanceof CallError ? sending.error.message : texts.unexpectedRetry}
        </Notice>
      ) : null}
      <div className="grid gap-2 sm:grid-cols-2">
        <Button look="secondary" busy={pressed === 'kept'} onClick={() => give('kept')}>
          Keep the rejection
        </Button>
        <Button busy={pressed === 'reopened'} onClick={() => give('reopened')}>
          Review it once more
        </Button>
      </div>
    </div>
  )
}

/** Where somebody else has answered meanwhile, the list is fetched anew. */
function useSending(id: number, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: (given: { outcome: Outcome; answer: string }) => call(answerAppeal, { id, ...given }),
    onSuccess: onDone,
    onError: noteSignedOut,
    onSettled: () => queries.invalidateQueries({ queryKey: appealsQuery.queryKey }),
  })
}

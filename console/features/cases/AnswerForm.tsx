import { randomKey } from '@stampus/contract/client'
import { list as cannedAnswers } from '@stampus/contract/console/contact/cannedAnswers'
import { type AdminCase, answer, show } from '@stampus/contract/console/contact/cases'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { CASE_MESSAGE_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { useSingleFlight } from '@stampus/ui/browser/useSingleFlight'
import { fieldError, generalError } from '@stampus/ui/fieldErrors'
import { TextArea } from '@stampus/ui/forms/TextArea'
import { Notice } from '@stampus/ui/Notice'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call, isConflict } from '../../shared/api/api.ts'
import { q, reportSignedOut } from '../../shared/api/queries.ts'
import { Select } from '../../shared/forms/Select.tsx'
import { UnsavedGuard } from '../../shared/forms/UnsavedGuard.tsx'
import { showToast } from '../../shared/toasts.ts'

/** The answer, mailed to the member. The text stays until it is sent, also if another manager closes the case. */
export function AnswerForm({ shown }: { shown: AdminCase }) {
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const sending = useAnswer(shown)
  const focusText = () => form.current?.querySelector('textarea')?.focus()
  const send = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!text.trim())
    if (text.trim()) sending.mutate(text, { onSuccess: () => setText('') })
    else focusText()
  }
  const insert = (canned: string) => {
    setText(text.trim() ? `${text.trimEnd()}\n\n${canned}` : canned)
    focusText()
  }
  const error = isMissing && !text.trim() ? texts.answerRequired : fieldError(sending.error, 'text')
  if (shown.state === 'closed') return <ClosedNotice unsent={text.trim()} />
  return (
    <form ref={form} onSubmit={send} noValidate className="grid gap-4">
      <CannedAnswerSelect shown={shown} onInsert={insert} />
      <TextArea
        label={`Your answer${shown.language === 'ms' ? ' (the member reads Malay)' : ''}`}
        value={text}
        onChange={setText}
        max={CASE_MESSAGE_MAX}
        rows={6}
        error={error}
      />
      {sending.error && generalError(sending.error, ['text']) ? (
        <Notice kind="error" role="alert">
          <p>{sending.error.message}</p>
          {isConflict(sending.error) ? <p className="mt-1 text-small">What you typed is still here.</p> : null}
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" isBusy={sending.isPending}>
          Send answer
        </Button>
        <p className="text-small text-muted">The member also gets it by email.</p>
      </div>
      <UnsavedGuard isUnsaved={text.trim() !== ''}>Your answer is not sent.</UnsavedGuard>
    </form>
  )
}

function ClosedNotice({ unsent }: { unsent: string }) {
  return (
    <Notice kind="info">
      <p>This case is closed. The member can open another one.</p>
      {unsent ? (
        <>
          <p className="mt-3 font-semibold">Your answer was not sent:</p>
          <p className="wrap-anywhere whitespace-pre-line">{unsent}</p>
        </>
      ) : null}
    </Notice>
  )
}

/** Sends an answer once, also after a lost reply. If the case has changed meanwhile, it is loaded again. */
function useAnswer({ id, version }: AdminCase) {
  const queries = useQueryClient()
  const last = useRef({ text: '', key: '' })
  const isOfCases = ([path]: readonly unknown[]) => String(path).startsWith('/console/cases')
  return useMutation<AnswerOf<typeof answer>, Error, string>({
    mutationFn: useSingleFlight((text: string) => {
      if (last.current.text !== text) last.current = { text, key: randomKey() }
      return call(answer, { id, version, text }, { idempotencyKey: last.current.key })
    }),
    onSuccess: (answered) => {
      last.current = { text: '', key: '' }
      queries.setQueryData(q(show, { id: String(id) }).queryKey, answered)
      showToast('Answer sent.')
    },
    onError: reportSignedOut,
    onSettled: () => void queries.invalidateQueries({ predicate: ({ queryKey }) => isOfCases(queryKey) }),
  })
}

/** Inserts a canned answer by a button, because the arrow keys change a select at every press. */
function CannedAnswerSelect({ shown, onInsert }: { shown: AdminCase; onInsert: (text: string) => void }) {
  const { subject, language } = shown
  const [chosenId, setChosenId] = useState('')
  const { data } = useQuery(q(cannedAnswers, {}))
  const fitting = (data?.data ?? []).filter((one) => one.subject === null || one.subject === subject)
  if (fitting.length === 0) return null
  const chosen = fitting.find(({ id }) => String(id) === chosenId)
  const insert = () => {
    if (chosen) onInsert((language === 'ms' && chosen.text_ms) || chosen.text)
    setChosenId('')
  }
  const options = [
    { value: '', name: 'None' },
    ...fitting.map((one) => ({
      value: String(one.id),
      name: language === 'ms' && !one.text_ms ? `${one.title} (in English only)` : one.title,
    })),
  ]
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        label="Canned answer"
        options={options}
        value={chosen ? chosenId : ''}
        onChange={setChosenId}
        className="min-w-0 flex-1 basis-60"
      />
      {chosen ? (
        <Button look="secondary" onClick={insert}>
          Insert
        </Button>
      ) : null}
    </div>
  )
}

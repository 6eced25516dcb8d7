import { APPEAL_MAX } from '@stampus/contract/limits'
import { list, makeAppeal, type Submission, show } from '@stampus/contract/submissions'
import { Button } from '@stampus/ui/Button'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import * as words from '#words'
import { useCall } from '../../../shared/api/api.ts'
import { MessageField } from '../../../shared/forms/MessageField.tsx'
import { useSending } from '../../../shared/forms/useSending.ts'
import { appealDraft } from '../../../shared/storage/messageDrafts.ts'

const shownSubmissions = { queryKey: [show.access, show.path] }

export function AppealForm({ id, onSent, onClose }: { id: number; onSent: () => void; onClose: () => void }) {
  const queries = useQueryClient()
  const { run, loading } = useCall(makeAppeal)
  const field = useRef<HTMLTextAreaElement>(null)
  const name = useId()
  const form = useSending({
    name: appealDraft(id),
    first: { message: '' },
    check: ({ message }) => makeAppeal.input.safeParse({ id, message }),
    sendTo: async ({ message }) => {
      const answer = await run({ id, message })
      // An older answer that is still loading would hide the appeal again.
      await queries.cancelQueries(shownSubmissions)
      return answer
    },
    onSent: (data) => {
      onSent()
      queries.setQueriesData<{ data: Submission }>(shownSubmissions, (shown) =>
        shown?.data.id === data.id ? { data } : shown,
      )
      void queries.invalidateQueries({ queryKey: [list.access, list.path] })
    },
    onInvalid: () => field.current?.focus(),
  })
  // This page shows an outdated state.
  const isOutdated = form.failure?.status === 409
  useEffect(() => {
    if (isOutdated) void queries.invalidateQueries(shownSubmissions)
  }, [isOutdated, queries])
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      onSubmit={form.send}
      noValidate
      aria-labelledby={name}
      className="grid gap-4 rounded-sheet bg-sheet p-5 shadow-sheet"
    >
      <div>
        <h2 id={name} className="font-semibold text-lead">
          {words.appealTitle}
        </h2>
        <p className="mt-1 text-small text-muted">{words.appealExplained}</p>
      </div>
      <MessageField
        ref={field}
        label={words.appealLabel}
        value={form.draft.message}
        max={APPEAL_MAX}
        isReadOnly={loading}
        onChange={(message) => form.change({ message })}
        error={form.errors.message}
      />
      <ErrorNotice>{form.failureText}</ErrorNotice>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={loading}>
          {words.appealSend}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {words.appealNotNow}
        </Button>
      </div>
    </form>
  )
}

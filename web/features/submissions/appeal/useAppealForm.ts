import { list, makeAppeal, show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useCall } from '../../../shared/api/api.ts'
import { CallError, fieldErrors } from '../../../shared/api/CallError.ts'
import { callErrorText } from '../../../shared/receipts/submitErrors.ts'
import { useSession } from '../../../shared/storage/session.ts'
import { keepTyped, takeTyped } from '../../../shared/storage/typedText.ts'

const KEPT = 'appeals'

/** Unsent texts by submission id. They survive closing the form, leaving the page and changing the language. */
const typed = new Map<number, string>(takeTyped<[number, string][]>(KEPT))
keepTyped(KEPT, () => [...typed])
useSession.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) typed.clear()
})

export const hasUnsentAppeal = (id: number) => typed.has(id)

/** The state of the appeal form, and its submit handler. */
export function useAppealForm(id: number, onSent: () => void) {
  const queries = useQueryClient()
  const { run, loading } = useCall(makeAppeal)
  const field = useRef<HTMLTextAreaElement>(null)
  const [message, setMessage] = useState(typed.get(id) ?? '')
  const [fieldError, setFieldError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const type = (text: string) => {
    typed.set(id, text)
    setMessage(text)
    setFieldError(undefined)
    setFailure(undefined)
  }
  const showFieldError = (text: string) => {
    setFieldError(text)
    field.current?.focus()
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    const { error } = makeAppeal.input.safeParse({ id, message })
    if (error) return showFieldError(error.issues[0]?.message ?? texts.appealRequired)
    try {
      const answer = await run({ id, message })
      typed.delete(id)
      // An older answer that is still loading would hide the appeal again.
      await queries.cancelQueries(shownSubmissions)
      onSent()
      updateCache(queries, answer)
    } catch (error) {
      const { message: fieldMessage } = fieldErrors(error)
      if (fieldMessage) return showFieldError(fieldMessage)
      setFailure(callErrorText(error))
      if (error instanceof CallError && error.status === 409) void refetchSubmission(queries)
    }
  }
  return { field, message, type, fieldError, failure, loading, send }
}

type Answer = { data: { id: number } }

const shownSubmissions = { queryKey: [show.access, show.path] }

function updateCache(queries: QueryClient, answer: Answer): void {
  queries.setQueriesData<Answer>(shownSubmissions, (shown) => (shown?.data.id === answer.data.id ? answer : shown))
  void queries.invalidateQueries({ queryKey: [list.access, list.path] })
}

/** Reloads the submission, because this page shows an outdated state. */
function refetchSubmission(queries: QueryClient) {
  return queries.invalidateQueries(shownSubmissions)
}

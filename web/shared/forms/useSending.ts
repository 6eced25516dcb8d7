import { type FormEvent, useRef, useState } from 'react'
import { CallError, fieldErrors } from '../api/CallError.ts'
import { callErrorText } from '../receipts/submitErrors.ts'
import {
  forgetMessageDraft,
  keyForDraft,
  type MessageDraft,
  readMessageDraft,
  saveMessageDraft,
} from '../storage/messageDrafts.ts'

type Options<Sent> = {
  name: string
  /** What a form without a draft begins with. Its choices replace those of a draft from before a link that made them. */
  first: MessageDraft
  check: (draft: MessageDraft) => { error?: Issues | undefined }
  sendTo: (draft: MessageDraft, idempotencyKey: string) => Promise<{ data: Sent }>
  onSent: (sent: Sent) => void
  /** Moves the focus to the first of these fields. */
  onInvalid: (fields: string[]) => void
}
type Issues = { issues: { path: PropertyKey[]; message: string }[] }

/** What is typed stays until the server has it. It arrives once, also on a double click or after a lost answer. */
export function useSending<Sent>({ name, first, check, sendTo, onSent, onInvalid }: Options<Sent>) {
  const isRunning = useRef(false)
  const [draft, setDraft] = useState<MessageDraft>(() => startWith(first, readMessageDraft(name)))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<CallError>()
  const change = (given: Partial<MessageDraft>) => {
    // What is on its way is cleared when it has arrived.
    if (isRunning.current) return
    // The stored draft has the key of an attempt whose answer was lost.
    const next = { ...draft, ...given, sent: readMessageDraft(name)?.sent }
    setDraft(next)
    saveMessageDraft(name, next)
    setErrors({})
    setFailure(undefined)
  }
  const showErrors = (found: Record<string, string>) => {
    setErrors(found)
    onInvalid(Object.keys(found))
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isRunning.current) return
    const { error } = check(draft)
    if (error) return showErrors(firstMessages(error))
    isRunning.current = true
    setErrors({})
    setFailure(undefined)
    try {
      const { data } = await sendTo(draft, keyForDraft(name, { ...draft, sent: readMessageDraft(name)?.sent }))
      forgetMessageDraft(name)
      setDraft(first)
      onSent(data)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const found = fieldErrors(error)
      if (Object.keys(found).length > 0) showErrors(found)
      else setFailure(error)
    } finally {
      isRunning.current = false
    }
  }
  return { draft, change, errors, failure, failureText: failure && callErrorText(failure), send }
}

function startWith(first: MessageDraft, stored: MessageDraft | undefined): MessageDraft {
  if (!stored) return first
  return first.visit && first.visit !== stored.visit ? { ...stored, ...first, message: stored.message } : stored
}

/** The first message of each field, in the order of the form. */
function firstMessages({ issues }: Issues): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of issues) found[String(path[0])] ??= message
  return found
}

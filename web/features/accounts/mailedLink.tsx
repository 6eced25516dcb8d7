import type { Endpoint, InputOf } from '@stampus/contract/endpoint'
import { Button } from '@stampus/ui/Button'
import { focusTitle } from '@stampus/ui/browser/focus'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import { Notice } from '@stampus/ui/Notice'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../shared/api/api.ts'
import { CallError } from '../../shared/api/CallError.ts'
import { FormSheet } from './FormSheet.tsx'
import { errorText } from './forms.tsx'

export type MailedLink = { id: string; hash: string; expires: string; signature: string }

export function useMailedLink(): MailedLink | undefined {
  const [query] = useSearchParams()
  const [id, hash, expires, signature] = ['id', 'hash', 'expires', 'signature'].map((part) => query.get(part))
  return id && hash && expires && signature ? { id, hash, expires, signature } : undefined
}

/** Focuses the heading of the page that a mailed link opened, and again when `state` changes. */
export function useHeadingFocus(state: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focused element may be gone in another state
  useEffect(focusTitle, [state])
}

type ActionProps<E extends Endpoint> = {
  endpoint: E
  title: string
  intro: string
  label: string
  onDone?: () => Promise<void>
  done: ReactNode
  /** Shown if the link does not work: after an answer with one of the statuses `final`, or without a link. */
  refused: (error: CallError | undefined) => ReactNode
  final: number[]
}

/** The page of a link that makes one call. It needs a button press, because mail scanners open links. */
export function MailedAction<E extends Endpoint>(props: ActionProps<E>) {
  const { endpoint, title, intro, label, onDone, done, refused, final } = props
  const link = useMailedLink()
  const [outcome, setOutcome] = useState<'done' | CallError>()
  const [failure, setFailure] = useState<string>()
  const { run, loading } = useCall(endpoint)
  useHeadingFocus(outcome)
  if (outcome === 'done') return done
  if (outcome || !link) return refused(outcome)
  const act = async () => {
    setFailure(undefined)
    try {
      await run(link as InputOf<E>)
      setOutcome('done')
      await onDone?.()
    } catch (error) {
      if (error instanceof CallError && final.includes(error.status)) setOutcome(error)
      else setFailure(errorText(error))
    }
  }
  return (
    <FormSheet title={title} intro={intro}>
      <ErrorNotice>{failure}</ErrorNotice>
      <Button isBusy={loading} onClick={act}>
        {label}
      </Button>
    </FormSheet>
  )
}

type OutcomeProps = { title: string; kind: 'success' | 'warning' | 'error'; text: string; children: ReactNode }

export function OutcomeSheet({ title, kind, text, children }: OutcomeProps) {
  return (
    <FormSheet title={title}>
      <Notice kind={kind} role={kind === 'success' ? 'status' : 'alert'}>
        {text}
      </Notice>
      {children}
    </FormSheet>
  )
}

import { Button } from '@stampus/ui/Button'
import { Logo } from '@stampus/ui/Logo'
import { Notice } from '@stampus/ui/Notice'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { generalError } from '../../shared/api/api.ts'

/** The layout of pages without a session. */
export function SignInLayout({ title, line, children }: { title: string; line: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="grid w-full max-w-sm gap-5 rounded-sheet border border-line bg-sheet p-6 shadow-sheet">
        <div className="flex items-center gap-3">
          <Logo className="size-11" />
          <div className="min-w-0">
            <h1 className="font-bold text-title">{title}</h1>
            <p className="text-small text-muted">{line}</p>
          </div>
        </div>
        {children}
      </div>
    </main>
  )
}

type FormProps = {
  ref?: RefObject<HTMLFormElement | null>
  mutation: { isPending: boolean; error: Error | null }
  /** The names of the fields, which show their own errors. */
  fields: string[]
  /** The text of the submit button. */
  action: string
  onSubmit: (typed: FormData) => void
  /** What to do about an error that belongs to no field. */
  errorHint?: ReactNode
  /** Below the submit button. */
  more?: ReactNode
  children: ReactNode
}

/** A form of such a page. It focuses its first invalid field. */
export function SignInForm({ ref, mutation, fields, action, onSubmit, errorHint, more, children }: FormProps) {
  const ownRef = useRef<HTMLFormElement>(null)
  const form = ref ?? ownRef
  const { isPending, error } = mutation
  const general = generalError(error, fields)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus()
  }, [error, form])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isPending) onSubmit(new FormData(event.currentTarget))
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      {general ? (
        <Notice kind="error" role="alert">
          <p>{general}</p>
          {errorHint}
        </Notice>
      ) : null}
      {children}
      <Button type="submit" isBusy={isPending}>
        {action}
      </Button>
      {more}
    </form>
  )
}

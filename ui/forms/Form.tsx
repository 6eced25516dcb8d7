import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button, type ButtonLook } from '../Button.tsx'
import type { Work } from '../browser/useWork.ts'
import { generalError } from '../fieldErrors.ts'
import { ErrorNotice } from './ErrorNotice.tsx'

type Props<Typed> = {
  /** What runs with what was typed, by the names of the fields. */
  work: Work<[typed: Typed]>
  /** The names of the fields that show their own errors. */
  fields: string[]
  action: string
  look?: ButtonLook
  more?: ReactNode
  label?: string
  children: ReactNode
}

/** A form with its button. It focuses its first invalid field. */
export function Form<Typed extends Record<string, string>>(props: Props<Typed>) {
  const { work, fields, action, look = 'primary', more, label, children } = props
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (work.error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [work.error])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void work.run(typedIn(event.currentTarget))
  }
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={label} className="grid gap-4">
      {children}
      <ErrorNotice>{generalError(work.error, fields)}</ErrorNotice>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look={look} isBusy={work.isBusy} className="min-h-12 flex-auto">
          {action}
        </Button>
        {more}
      </div>
    </form>
  )
}

export const typedIn = <Typed extends Record<string, string>>(form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as Typed

export function CancelButton({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <Button look="secondary" className="min-h-12" onClick={onClick}>
      {text}
    </Button>
  )
}

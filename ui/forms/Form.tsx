import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button, type ButtonLook } from '../Button.tsx'
import type { Work } from '../browser/useWork.ts'
import { ErrorNotice } from './ErrorNotice.tsx'

type Props<Typed> = {
  /** What runs with what was typed, by the names of the fields. */
  work: Work<[typed: Typed]>
  /** The names of those that show their own errors. */
  fields: string[]
  /** The text of the submit button. */
  action: string
  look?: ButtonLook
  /** Beside the submit button. */
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
      <ErrorNotice error={work.error} fields={fields} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look={look} isBusy={work.isBusy} className="min-h-12 flex-auto">
          {action}
        </Button>
        {more}
      </div>
    </form>
  )
}

/** What was typed into a form, by the names of its fields. */
export const typedIn = <Typed extends Record<string, string>>(form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as Typed

/** The button beside the submit button that leaves a form. */
export function CancelButton({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <Button look="secondary" className="min-h-12" onClick={onClick}>
      {text}
    </Button>
  )
}

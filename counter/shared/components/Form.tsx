import { Button, type ButtonLook } from '@stampus/ui/Button'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import * as words from '#words'
import { ErrorNotice } from './ErrorNotice.tsx'

type Props = {
  work: { isBusy: boolean; error: unknown; run: (typed: FormData) => Promise<void> }
  /** The names of the fields, which show their own errors. */
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
export function Form({ work: { isBusy, error, run }, fields, action, look, more, label, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void run(new FormData(event.currentTarget))
  }
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={label} className="grid gap-4">
      {children}
      <ErrorNotice error={error} fields={fields} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look={look ?? 'primary'} isBusy={isBusy} className="min-h-12 flex-auto">
          {action}
        </Button>
        {more}
      </div>
    </form>
  )
}

/** The button beside the submit button that leaves a form. */
export function CancelButton({ onClick, text = words.cancel }: { onClick: () => void; text?: string }) {
  return (
    <Button look="secondary" className="min-h-12" onClick={onClick}>
      {text}
    </Button>
  )
}

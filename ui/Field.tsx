import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

type Props = ComponentProps<'input'> & {
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** A text below the field that follows what is typed, empty without anything to say. Screen readers announce it. */
  note?: ReactNode
  trailing?: ReactNode
  leading?: ReactNode
}

/** A labelled text field with hint and error. Takes the props of react-hook-form's `register`. */
export function Field({ label, error, hint, note, leading, trailing, className = '', ...input }: Props) {
  const id = useId()
  const described = [hint && 'hint', note && 'note', error && 'error'].filter(Boolean).map((part) => `${id}-${part}`)
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <div className={frameClass(error)}>
        {leading ? <span className="pl-3 text-muted">{leading}</span> : null}
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described.join(' ') || undefined}
          className="min-h-11 w-full min-w-0 flex-1 rounded-control bg-transparent px-3 text-body outline-none"
        />
        {trailing}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-small text-muted">
          {hint}
        </p>
      ) : null}
      {note === undefined ? null : (
        <p id={`${id}-note`} role="status" className="text-small not-empty:mt-1.5">
          {note}
        </p>
      )}
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
    </div>
  )
}

export function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} role="alert" className="mt-1.5 flex items-start gap-1.5 text-small font-medium text-rejected">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{text}</span>
    </p>
  )
}

function frameClass(error: string | undefined): string {
  const edge = error ? 'border-rejected' : 'border-border-strong focus-within:border-blue'
  return `flex items-center rounded-control border bg-sheet ${edge} focus-within:outline-3 focus-within:outline-offset-1 focus-within:outline-blue`
}

import { type ComponentProps, type KeyboardEvent, useId } from 'react'
import { FieldError } from '../Field.tsx'

type Props = Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> & {
  label: string
  value: string
  onChange: (value: string) => void
  max: number
  error?: string | undefined
}

/** A labelled text of several lines. Ctrl+Enter submits its form. */
export function TextArea({ label, value, onChange, max, rows = 2, error, ...textarea }: Props) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <textarea
        onKeyDown={submitOnCtrlEnter}
        {...textarea}
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        maxLength={max}
        rows={rows}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className="rounded-control border border-border-strong bg-sheet px-3 py-2 aria-invalid:border-rejected"
      />
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
    </div>
  )
}

export function submitOnCtrlEnter(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

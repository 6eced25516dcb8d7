import { FieldError } from '@stampus/ui/Field'
import { type KeyboardEvent, useId } from 'react'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  max: number
  rows?: number
  /** The language of the text, if it is not that of the page. */
  lang?: 'ms' | undefined
  error?: string | undefined
}

/** A labelled textarea. Ctrl+Enter submits its form. */
export function TextArea({ label, value, onChange, max, rows = 2, lang, error }: Props) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <textarea
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={submitOnCtrlEnter}
        maxLength={max}
        rows={rows}
        lang={lang}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className="rounded-control border border-border-strong bg-sheet px-3 py-2 aria-invalid:border-rejected"
      />
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
    </div>
  )
}

/** A keydown handler: Ctrl+Enter (Cmd+Enter) submits the form of the field. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

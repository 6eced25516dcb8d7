import { FieldFault } from '@stampus/ui/Field'
import { type KeyboardEvent, useId } from 'react'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  max: number
  rows?: number
  fault?: string | undefined
}

/** A labelled field for sentences that somebody will read. Ctrl and Enter send the form it stands in. */
export function TextArea({ label, value, onChange, max, rows = 2, fault }: Props) {
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
        onKeyDown={sendOnEnter}
        maxLength={max}
        rows={rows}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        className="rounded-control border border-border-strong bg-sheet px-3 py-2 aria-invalid:border-rejected"
      />
      {fault ? <FieldFault id={`${id}-fault`} text={fault} /> : null}
    </div>
  )
}

/** Ctrl and Enter in a field send the form it stands in. */
export function sendOnEnter(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

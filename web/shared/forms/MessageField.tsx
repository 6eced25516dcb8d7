import { FieldError } from '@stampus/ui/Field'
import { type Ref, useId } from 'react'
import * as sentences from '#sentences'

type Props = {
  ref: Ref<HTMLTextAreaElement>
  label: string
  value: string
  max: number
  isReadOnly?: boolean
  onChange: (text: string) => void
  error: string | undefined
}

export function MessageField({ ref, label, value, max, isReadOnly = false, onChange, error }: Props) {
  const id = useId()
  const used = value.trim().length
  const edge = error ? 'border-rejected' : 'border-border-strong focus:border-blue'
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <textarea
        ref={ref}
        id={id}
        rows={5}
        value={value}
        readOnly={isReadOnly}
        onChange={({ target }) => onChange(target.value)}
        aria-required="true"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-count${error ? ` ${id}-error` : ''}`}
        className={`field-sizing-content wrap-anywhere block max-h-96 min-h-32 w-full rounded-control border bg-sheet px-3 py-2.5 focus:outline-3 focus:outline-blue focus:outline-offset-1 ${edge}`}
      />
      <p
        id={`${id}-count`}
        className={`mt-1.5 text-right text-small tabular-nums ${used > max ? 'font-semibold text-rejected' : 'text-muted'}`}
      >
        {sentences.characterCount(used, max)}
      </p>
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
    </div>
  )
}

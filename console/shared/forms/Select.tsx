import { FieldError } from '@stampus/ui/Field'
import { type ComponentProps, useId } from 'react'

type Props = ComponentProps<'select'> & {
  label: string
  /** The first option may have an empty value, which means no choice. */
  options: { value: string; name: string }[]
  error?: string | undefined
}

/** A labelled select. Takes the props of react-hook-form's `register`. */
export function Select({ label, options, error, className = '', ...select }: Props) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <select
        {...select}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className="min-h-11.5 w-full rounded-control border border-border-strong bg-sheet px-3 text-body text-ink aria-invalid:border-rejected"
      >
        {options.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
    </div>
  )
}

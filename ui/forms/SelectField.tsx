import { type ComponentProps, useId } from 'react'
import { FieldError } from '../Field.tsx'

type Props = ComponentProps<'select'> & { label: string; error?: string | undefined }

export function SelectField({ label, error, className = '', ...select }: Props) {
  const id = useId()
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <select
        {...select}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className="min-h-11.5 w-full text-ellipsis rounded-control border border-border-strong bg-sheet px-3 text-body text-ink focus:outline-3 focus:outline-blue focus:outline-offset-1 aria-invalid:border-rejected"
      />
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
    </div>
  )
}

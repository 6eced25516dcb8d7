import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './Field.tsx'

type Props = ComponentProps<'input'> & { label: ReactNode; error?: string | undefined }

/** A checkbox with a label large enough for a thumb. Takes the props of react-hook-form's `register`. */
export function Checkbox({ label, error, ...input }: Props) {
  const id = useId()
  return (
    <div>
      <div className="flex items-start">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="mt-3 size-5 shrink-0"
        />
        <label htmlFor={id} className="min-h-11 flex-1 cursor-pointer py-2.5 pl-3">
          {label}
        </label>
      </div>
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
    </div>
  )
}

import { FieldError } from '@stampus/ui/Field'
import { type ReactNode, type Ref, useId } from 'react'

type Props<Value extends string> = {
  legend: string
  options: readonly { value: Value; name: ReactNode }[]
  value: Value | undefined
  onChange: (value: Value) => void
  /** In a frame, with what follows the options. */
  isFramed?: boolean
  children?: ReactNode
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** A choice of one of a few options, all of them shown. */
export function Radios<Value extends string>(props: Props<Value>) {
  const { legend, options, value, onChange, isFramed = false, children, error, ref } = props
  const name = useId()
  return (
    <fieldset
      aria-describedby={error ? `${name}-error` : undefined}
      className={isFramed ? 'rounded-sheet border border-line p-4' : 'grid'}
    >
      <legend className={`font-semibold ${isFramed ? 'px-1' : 'mb-1'}`}>{legend}</legend>
      {options.map((option, at) => (
        <label key={option.value} className="flex min-h-11 items-center gap-3">
          <input
            ref={at === 0 ? ref : undefined}
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="size-5 shrink-0 accent-blue"
          />
          <span>{option.name}</span>
        </label>
      ))}
      {error ? <FieldError id={`${name}-error`} text={error} /> : null}
      {children}
    </fieldset>
  )
}

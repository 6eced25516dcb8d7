import { type ReactNode, useId } from 'react'

type Props<Value extends string> = {
  legend: string
  options: readonly { value: Value; name: ReactNode }[]
  value: Value | undefined
  onChange: (value: Value) => void
  /** In a frame, with what follows the options. */
  isFramed?: boolean
  children?: ReactNode
}

/** A choice of one of a few options, all of them shown. */
export function Radios<Value extends string>(props: Props<Value>) {
  const { legend, options, value, onChange, isFramed = false, children } = props
  const name = useId()
  return (
    <fieldset className={isFramed ? 'rounded-sheet border border-line p-4' : 'grid'}>
      <legend className={`font-semibold ${isFramed ? 'px-1' : 'mb-1'}`}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="size-5 shrink-0 accent-blue"
          />
          <span>{option.name}</span>
        </label>
      ))}
      {children}
    </fieldset>
  )
}

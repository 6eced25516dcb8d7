import { fieldError } from '@stampus/contract/client'
import type { ReactNode } from 'react'
import type { Filter, FilterValues } from './filters.tsx'

type Props = {
  filters: Readonly<Record<string, Filter>>
  values: FilterValues
  change: (changes: FilterValues) => void
  /** The last error of the list; field errors show under their fields. */
  error: Error | null
  /** The layout of the fields; by default in one row of equal columns. */
  layout?: string | undefined
  children?: ReactNode
}

/** The fields of a list's filters. */
export function FilterFields({ filters, values, change, error, layout, children }: Props) {
  const shown = Object.entries(filters).flatMap(([name, { Control }]) => (Control ? [{ name, Control }] : []))
  if (shown.length === 0) return null
  const errorOf = (name: string) => fieldError(error, name)
  return (
    <search className={layout ?? layouts[shown.length]}>
      {shown.map(({ name, Control }) => (
        <Control
          key={name}
          value={values[name] ?? ''}
          onChange={(value) => change({ [name]: value })}
          error={errorOf(name)}
          {...{ values, change, errorOf }}
        />
      ))}
      {children}
    </search>
  )
}

const layouts: Readonly<Record<number, string>> = {
  1: 'max-w-72',
  2: 'grid items-start gap-3 sm:grid-cols-2',
  3: 'grid items-start gap-3 sm:grid-cols-3',
}

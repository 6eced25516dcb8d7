import type { ReactNode } from 'react'
import { When } from './When.tsx'

type Props = {
  name: string
  note?: ReactNode
  isLarge?: boolean
  /** Takes both columns of a two-column list. */
  isWide?: boolean
  /** An instant or a day, in place of children. */
  at?: string
  children?: ReactNode
}

export function Fact({ name, note, isLarge = false, isWide = false, at, children }: Props) {
  return (
    <div className={`min-w-0 ${isWide ? 'col-span-2' : ''}`}>
      <dt className="text-small text-muted">{name}</dt>
      <dd className={`wrap-anywhere [&>a]:-my-2.5 font-semibold tabular-nums ${isLarge ? 'text-title' : ''}`}>
        {at ? <When at={at} /> : children}
      </dd>
      {note ? <dd className="wrap-anywhere text-small text-muted">{note}</dd> : null}
    </div>
  )
}

import type { ReactNode } from 'react'

type Props = {
  name: string
  note?: ReactNode
  large?: boolean
  /** Stands in a line of its own, where there are two columns. */
  whole?: boolean
  /** What stood there before a correction. */
  typed?: string | false
  /** What else is known of it, under it. */
  beside?: ReactNode
  children: ReactNode
}

/** One fact under its name, in a list of facts. */
export function Fact({ name, note, large = false, whole = false, typed = false, beside, children }: Props) {
  return (
    <div className={`min-w-0 ${whole ? 'col-span-2' : ''}`}>
      <dt className="text-small text-soft">
        {name}
        {typed ? ' (corrected)' : ''}
      </dt>
      <dd
        className={`wrap-anywhere [&>a]:-my-2.5 font-semibold tabular-nums ${large ? 'text-title' : ''} ${typed ? 'text-blue' : ''}`}
      >
        {typed ? <del className="mr-2 inline-block font-normal text-body text-soft">{typed}</del> : null}
        {typed ? <ins className="inline-block no-underline">{children}</ins> : children}
      </dd>
      {beside ? <dd>{beside}</dd> : null}
      {note ? <dd className="wrap-anywhere text-small text-soft">{note}</dd> : null}
    </div>
  )
}

import type { ReactNode } from 'react'

type Props = {
  name: string
  note?: ReactNode
  large?: boolean
  /** Stands in a line of its own, where there are two columns. */
  whole?: boolean
  children: ReactNode
}

/** One fact under its name, in a list of facts. */
export function Fact({ name, note, large = false, whole = false, children }: Props) {
  return (
    <div className={`min-w-0 ${whole ? 'col-span-2' : ''}`}>
      <dt className="text-small text-muted">{name}</dt>
      <dd className={`wrap-anywhere [&>a]:-my-2.5 font-semibold tabular-nums ${large ? 'text-title' : ''}`}>
        {children}
      </dd>
      {note ? <dd className="wrap-anywhere text-small text-muted">{note}</dd> : null}
    </div>
  )
}

/** An email address that goes on behind its @ where a line is too short for it. */
export function EmailText({ address }: { address: string }) {
  const domainAt = address.indexOf('@') + 1
  return (
    <>
      {address.slice(0, domainAt)}
      <wbr />
      {address.slice(domainAt)}
    </>
  )
}

import { readableDay, readableSecond, readableTime } from '../dates.ts'

/** An instant or a day as text; `exact` adds the seconds. */
export function When({ at, exact = false }: { at: string; exact?: boolean }) {
  const text = at.length === 10 ? readableDay(at) : exact ? readableSecond(at) : readableTime(at)
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {text}
    </time>
  )
}

/** Shows the shortcut of a button, on wide screens only. Screen readers get it from aria-keyshortcuts. */
export function KeyCap({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="max-lg:hidden">
      <kbd className="rounded-control border border-current px-1.5 font-sans text-small">{children}</kbd>
    </span>
  )
}

/** An email address that may break after its @. */
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

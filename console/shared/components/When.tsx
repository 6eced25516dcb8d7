import { readableDay, readableSecond, readableTime } from '../dates.ts'

/** An instant of the wire as people read it; `exact` names the second, a day alone stays a day. */
export function When({ at, exact = false }: { at: string; exact?: boolean }) {
  const words = at.length === 10 ? readableDay(at) : exact ? readableSecond(at) : readableTime(at)
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {words}
    </time>
  )
}

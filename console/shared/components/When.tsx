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

import { readableDay, readableSecond, readableTime } from '../dates.ts'

/** An instant or a day as text; `hasSeconds` adds the seconds. */
export function When({ at, hasSeconds = false }: { at: string; hasSeconds?: boolean | undefined }) {
  const text = at.length === 10 ? readableDay(at) : hasSeconds ? readableSecond(at) : readableTime(at)
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {text}
    </time>
  )
}

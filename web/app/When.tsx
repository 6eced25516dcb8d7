import { fullTime, readableAge } from './dates.ts'

/** An instant of the wire as people say it, its full time on hover. */
export function When({ at }: { at: string }) {
  const instant = new Date(at)
  if (Number.isNaN(instant.getTime())) return null
  return (
    <time dateTime={at} title={fullTime(instant)}>
      {readableAge(instant)}
    </time>
  )
}

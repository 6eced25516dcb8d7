import { fullTime, readableAge } from '../dates.ts'

export function When({ at, className }: { at: string; className?: string }) {
  const instant = new Date(at)
  if (Number.isNaN(instant.getTime())) return null
  return (
    <time dateTime={at} title={fullTime(instant)} className={className}>
      {readableAge(instant)}
    </time>
  )
}

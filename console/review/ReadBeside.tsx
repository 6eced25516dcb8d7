import { CircleCheck, ScanText } from 'lucide-react'
import type { FactBeside } from './reading.ts'

type Props = {
  /** What the picture says; nothing where it was not read. */
  fact: FactBeside | undefined
  /** How what was read is written. */
  inWords?: ((read: string) => string) | undefined
  /** Takes it as the correction. */
  onTake?: ((value: string) => void) | undefined
}

/** Whether the picture says what stands above, and else what it says; it may have been misread. */
export function ReadBeside({ fact, inWords = (read) => read, onTake }: Props) {
  if (!fact) return null
  const { verdict, read, value } = fact
  if (verdict === 'fits')
    return (
      <span className={`${line} text-approved`}>
        <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
        As on the picture
      </span>
    )
  if (verdict === 'not_found' || read === null)
    return <span className={`${line} text-soft`}>Not found on the picture</span>
  return (
    <span className={`${line} font-semibold text-pending`}>
      <ScanText aria-hidden="true" className="size-4 shrink-0" />
      <span className="wrap-anywhere">Picture: {inWords(read)}</span>
      {onTake && value !== null ? (
        <button
          type="button"
          onClick={() => onTake(value)}
          aria-label={`Take it: ${inWords(read)}`}
          className="-my-3 inline-flex min-h-11 items-center text-blue underline underline-offset-4"
        >
          Take it
        </button>
      ) : null}
    </span>
  )
}

const line = 'flex flex-wrap items-center gap-x-1.5 text-small'

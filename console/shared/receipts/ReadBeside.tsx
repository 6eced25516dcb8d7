import type { ReadingState } from '@stampus/contract/console/comparedFacts'
import { CircleCheck, ScanText } from 'lucide-react'
import type { FactBeside } from './ocr.ts'

type Props = {
  /** What the picture says; nothing where it was not read. */
  fact: FactBeside | undefined
  /** What to say where it was not found. */
  missing?: string | undefined
  /** How what was read is written. */
  inWords?: ((read: string) => string) | undefined
  /** What else is to be said of what was read, where it differs. */
  remark?: ((read: string) => string | undefined) | undefined
  /** The time of day printed beside it. */
  time?: string | undefined
  /** Takes it as the correction. */
  onTake?: ((value: string) => void) | undefined
}

/** Whether the picture says the same as the typed value, and otherwise what it says; it may have been misread. */
export function ReadBeside({ fact, missing = notFound, inWords = (read) => read, ...rest }: Props) {
  const { remark, time, onTake } = rest
  if (!fact) return null
  const { verdict, read, value } = fact
  const at = time ? `, ${time}` : ''
  if (verdict === 'fits')
    return (
      <span className={`${line} text-approved`}>
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 self-center" />
        As on the picture{at}
      </span>
    )
  if (verdict === 'not_found' || read === null) return <span className={`${line} text-muted`}>{missing}</span>
  return (
    <span className={`${line} font-semibold text-pending`}>
      <ScanText aria-hidden="true" className="size-4 shrink-0 self-center" />
      <span className="wrap-anywhere">
        Picture: {inWords(read)}
        {at}
      </span>
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
      {remark ? <span>{remark(read)}</span> : null}
    </span>
  )
}

const notFound = 'Not found on the picture'

/** Why the picture cannot be compared with the typed values; nothing where it was read. */
export function ReadingNote({ state }: { state: ReadingState }) {
  const said = {
    off: undefined,
    pending: 'Not read yet',
    failed: couldNotRead,
    illegible: couldNotRead,
    read: undefined,
  }
  const text = said[state]
  if (!text) return null
  return (
    <p className={`${line} font-semibold text-pending`}>
      <ScanText aria-hidden="true" className="size-4 shrink-0 self-center" />
      {text}
    </p>
  )
}

const couldNotRead = "Couldn't read the picture"

const line = 'flex flex-wrap items-baseline gap-x-1.5 text-small'

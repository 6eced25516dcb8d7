/** A number beside a name, and what it means for who hears it. */
export function Count({ shown, words }: { shown: string; words: string }) {
  return (
    <>
      <span aria-hidden="true" className="ml-auto rounded-chip bg-blue px-2 text-on-blue text-small tabular-nums">
        {shown}
      </span>
      <span className="sr-only">{words}</span>
    </>
  )
}

import * as sentences from '#sentences'
import * as words from '#words'

/** How far an upload is; a screen reader hears of every quarter. */
export function SendingProgress({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  const label = percent < 100 ? words.receiptSendingProgress : words.receiptSendingRead
  return (
    <div className="grid gap-1.5">
      <p aria-hidden="true" className="flex justify-between text-small tabular-nums">
        <span>{label}</span>
        <span>{sentences.receiptPercent(percent)}</span>
      </p>
      <div
        role="progressbar"
        aria-label={words.receiptSendingProgress}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={sentences.receiptPercentInWords(percent)}
        className="h-2.5 overflow-hidden rounded-chip bg-line"
      >
        <div className="h-full bg-blue transition-[width] duration-200" style={{ width: `${percent}%` }} />
      </div>
      <p role="status" className="sr-only">
        {percent < 100 ? sentences.receiptPercentInWords(Math.floor(percent / 25) * 25) : label}
      </p>
    </div>
  )
}

import * as words from '#words'

/** How to use a deal: at a merchant that accepts receipts, from the order to the stamps. */
export function DealSteps({ acceptsReceipts }: { acceptsReceipts: boolean }) {
  const steps = [words.dealUseShow, ...(acceptsReceipts ? [words.dealUsePay, words.dealUseSend] : [])]
  return (
    <section className="grid gap-3">
      <h2 className="font-bold text-lead [--text-lead:min(1.1875rem,8.2vw)]">{words.dealUseTitle}</h2>
      <ol className="grid gap-2">
        {steps.map((step, place) => (
          <li key={step} className="flex items-start gap-3">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-chip border border-border-strong font-semibold text-small tabular-nums"
            >
              {place + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </section>
  )
}

import type { Deal } from '@stampus/contract/deals'
import { texts } from '@stampus/contract/texts'
import { Notice } from '@stampus/ui/Notice'
import * as words from '#words'
import { SubmitLink } from '../../shared/merchants/SubmitLink.tsx'

/** How to use a deal, from the order to the stamps. */
export function DealSteps({ merchant: { id, is_active } }: { merchant: Deal['merchant'] }) {
  const acceptsReceipts = is_active !== false
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
      {acceptsReceipts ? (
        <SubmitLink merchantId={id} className="w-full sm:w-auto sm:justify-self-start" />
      ) : (
        <Notice kind="info">{texts.merchantInactive}</Notice>
      )}
    </section>
  )
}

import type { Deal } from '@stampus/contract/deals'
import { dealEnd } from '../../features/deals/dealDays.ts'

/** When a deal ends; one that ends soon stands out. */
export function DealEnd({ deal }: { deal: Deal }) {
  const { text, soon } = dealEnd(deal)
  return (
    <span suppressHydrationWarning className={`tabular-nums ${soon ? 'font-semibold text-ink' : 'text-muted'}`}>
      {text}
    </span>
  )
}

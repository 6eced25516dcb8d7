import type { Merchant } from '@stampus/contract/merchants'
import * as texts from '@stampus/contract/texts'
import { formatAmount } from '@stampus/contract/values/money'
import { Notice } from '@stampus/ui/Notice'
import { settings } from '../settings.ts'

type Rules = Pick<Merchant, 'minimum_spend' | 'receipts_per_day'>

/** What the merchant asks of receipts, before one is sent in vain; nothing where it asks for nothing. */
export function MerchantRules({ merchant: { minimum_spend, receipts_per_day } }: { merchant: Rules }) {
  if (!minimum_spend && !receipts_per_day) return null
  return (
    <Notice kind="info">
      {minimum_spend ? <p>{texts.minimumSpend(formatAmount(minimum_spend, settings.currency))}</p> : null}
      {receipts_per_day ? <p>{texts.dailyReceipts(receipts_per_day)}</p> : null}
    </Notice>
  )
}

import { type Merchant, show } from '@stampus/contract/merchants'
import { stampsFor } from '@stampus/contract/values/money'
import { parseAmount, plainAmount } from '@stampus/contract/values/typedAmounts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { q } from '../../../shared/api/api.ts'
import { settings } from '../../../shared/settings.ts'
import type { ReceiptForm } from './receiptFields.ts'

/** The stamps that the typed amount would earn at the merchant, 0 if it is not known or too low. */
export function useExpectedStamps({ control }: ReceiptForm, given: Merchant | undefined): number {
  const [typed, id] = useWatch({ control, name: ['purchase_amount', 'merchant_id'] })
  const { data } = useQuery({ ...q(show, { id }), enabled: !given && id !== '' })
  const minimum = parseAmount((given ?? data?.data)?.minimum_spend ?? '') ?? 0
  const amount = parseAmount(plainAmount(typed, settings.currency) ?? '') ?? 0
  return amount < minimum ? 0 : stampsFor(amount, settings)
}

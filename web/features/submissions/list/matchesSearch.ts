import type { Submission } from '@stampus/contract/submissions'
import { amountToSend, parseAmount } from '@stampus/contract/values/money'
import { nameKey } from '@stampus/contract/values/names'
import { settings } from '../../../shared/settings.ts'

/** Whether a receipt matches the search, by merchant or amount. Servers that search answer the same rows; others ignore it. */
export function matchesSearch({ merchant, purchase_amount }: Submission, search: string): boolean {
  const amount = parseAmount(amountToSend(search, settings.currency))
  return (
    nameKey(merchant.name).includes(nameKey(search)) ||
    (amount !== undefined && amount === parseAmount(purchase_amount))
  )
}

import type { AdminDeal, change, create } from '@stampus/contract/console/deals'
import type { InputOf } from '@stampus/contract/endpoint'
import { dayIn, isRealDay } from '@stampus/contract/values/days'
import type { MerchantOption } from '../../shared/forms/MerchantField.tsx'
import { type Chosen, chosen } from '../../shared/forms/PictureField.tsx'
import { settings } from '../../shared/settings.ts'

/** What the form of a deal holds, as it is typed. */
export type DealValues = {
  merchant_id: MerchantOption | null
  title: string
  description: string
  image_key: Chosen
  start_date: string
  end_date: string
}

/** The fields of the form, in their order. */
export const dealFields = ['merchant_id', 'title', 'description', 'image_key', 'start_date', 'end_date'] as const

/** What the form begins with. */
export function toFormValues(deal: AdminDeal | undefined): DealValues {
  return {
    merchant_id: deal?.merchant ?? null,
    title: deal?.title ?? '',
    description: deal?.description ?? '',
    image_key: deal ? chosen(deal.image_key, deal.image_url) : null,
    start_date: deal?.start_date ?? '',
    end_date: deal?.end_date ?? '',
  }
}

export function toCreateInput(values: DealValues): InputOf<typeof create> {
  return { ...values, merchant_id: values.merchant_id?.id ?? '', image_key: values.image_key?.key ?? null }
}

/** What is sent of a deal that was opened with this version. */
export function toChangeInput(values: DealValues, { id, version }: AdminDeal): InputOf<typeof change> {
  return { ...toCreateInput(values), id, version }
}

type PastDay = { field: 'start_date' | 'end_date'; words: string }

/** What is said of a day that is over already, unless it stood there before. What is not in order the server refuses. */
export function pastDay({ start_date, end_date }: DealValues, deal: AdminDeal | undefined): PastDay | undefined {
  if (!isRealDay(start_date) || !isRealDay(end_date) || end_date < start_date) return undefined
  const today = dayIn(settings.time_zone, new Date())
  if (end_date < today && end_date !== deal?.end_date)
    return { field: 'end_date', words: 'This day has passed: members will not see the deal.' }
  if (start_date < today && start_date !== deal?.start_date && end_date >= today)
    return { field: 'start_date', words: 'This day has passed: members see the deal as soon as it is saved.' }
  return undefined
}

import type { AdminDeal, change, create } from '@stampus/contract/console/deals'
import type { InputOf } from '@stampus/contract/endpoint'
import { dayIn, isRealDay } from '@stampus/contract/values/days'
import type { MerchantOption } from '../../shared/forms/MerchantField.tsx'
import { type PictureChoice, toPictureChoice } from '../../shared/forms/PictureField.tsx'
import { settings } from '../../shared/settings.ts'

/** The values of the form, as typed. */
export type DealValues = {
  merchant_id: MerchantOption | null
  title: string
  description: string
  image_key: PictureChoice
  start_date: string
  end_date: string
}

/** The fields that can have an error, in the order of the form. */
export const dealFields = ['merchant_id', 'title', 'description', 'image_key', 'start_date', 'end_date'] as const

export function toFormValues(deal: AdminDeal | undefined): DealValues {
  return {
    merchant_id: deal?.merchant ?? null,
    title: deal?.title ?? '',
    description: deal?.description ?? '',
    image_key: deal ? toPictureChoice(deal.image_key, deal.image_url) : null,
    start_date: deal?.start_date ?? '',
    end_date: deal?.end_date ?? '',
  }
}

export function toCreateInput(values: DealValues): InputOf<typeof create> {
  return { ...values, merchant_id: values.merchant_id?.id ?? '', image_key: values.image_key?.key ?? null }
}

export function toChangeInput(values: DealValues, { id, version }: AdminDeal): InputOf<typeof change> {
  return { ...toCreateInput(values), id, version }
}

type PastDayWarning = { field: 'start_date' | 'end_date'; text: string }

/** A warning about a new day in the past. The server rejects invalid days. */
export function pastDayWarning(
  { start_date, end_date }: DealValues,
  deal: AdminDeal | undefined,
): PastDayWarning | undefined {
  if (!isRealDay(start_date) || !isRealDay(end_date) || end_date < start_date) return undefined
  const today = dayIn(settings.time_zone, new Date())
  if (end_date < today && end_date !== deal?.end_date)
    return { field: 'end_date', text: 'This day has passed: members will not see the deal.' }
  if (start_date < today && start_date !== deal?.start_date && end_date >= today)
    return { field: 'start_date', text: 'This day has passed: members see the deal as soon as it is saved.' }
  return undefined
}

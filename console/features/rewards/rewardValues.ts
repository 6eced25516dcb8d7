import type { AdminReward, change, create } from '@stampus/contract/console/rewards'
import type { InputOf } from '@stampus/contract/endpoint'
import { isRealDay } from '@stampus/contract/values/days'
import { decimalAmount } from '@stampus/contract/values/money'
import { parseAmount, plainAmount } from '@stampus/contract/values/typedAmounts'
import { today } from '../../shared/dates.ts'
import type { MerchantOption } from '../../shared/forms/MerchantField.tsx'
import { type PictureChoice, toPictureChoice } from '../../shared/forms/PictureField.tsx'
import { settings } from '../../shared/settings.ts'

type RewardInput = InputOf<typeof create>

/** The values of the form as typed, one for each field of the contract, and where the reward is handed out. */
export type RewardValues = Record<Exclude<keyof RewardInput, 'merchant_id' | 'image_key'>, string> & {
  place: 'merchant' | 'desk'
  merchant_id: MerchantOption | null
  image_key: PictureChoice
}

/** The fields that can show an error, in the order of the form. The type makes a missing one a compile error. */
const withError: Record<keyof RewardInput, true> = {
  merchant_id: true,
  title: true,
  conditions: true,
  title_ms: true,
  conditions_ms: true,
  image_key: true,
  stamps: true,
  owed_sen: true,
  stock: true,
  limit_total: true,
  limit_30_days: true,
  start_date: true,
  end_date: true,
  valid_days: true,
}
export const rewardFields = Object.keys(withError) as (keyof typeof withError)[]

export function toFormValues(reward: AdminReward | undefined): RewardValues {
  return {
    place: reward && !reward.merchant ? 'desk' : 'merchant',
    merchant_id: reward?.merchant ?? null,
    title: reward?.title ?? '',
    conditions: reward?.conditions ?? '',
    title_ms: reward?.title_ms ?? '',
    conditions_ms: reward?.conditions_ms ?? '',
    image_key: reward ? toPictureChoice(reward.image_key, reward.image_url) : null,
    stamps: String(reward?.stamps ?? ''),
    owed_sen: reward ? decimalAmount(reward.owed_sen) : '',
    stock: String(reward?.stock ?? ''),
    limit_total: String(reward?.limit_total ?? ''),
    limit_30_days: String(reward?.limit_30_days ?? ''),
    start_date: reward?.start_date ?? today(),
    end_date: reward?.end_date ?? '',
    valid_days: String(reward?.valid_days ?? 14),
  }
}

/** The values of a new reward that begins as a copy. A picture belongs to one reward, and past days are left out. */
export function toCopiedValues(reward: AdminReward): RewardValues {
  const values = toFormValues(reward)
  const day = today()
  return {
    ...values,
    image_key: null,
    start_date: values.start_date < day ? day : values.start_date,
    end_date: values.end_date < day ? '' : values.end_date,
  }
}

export function toCreateInput({ place, ...values }: RewardValues): RewardInput {
  const isAtDesk = place === 'desk'
  return {
    ...values,
    // The server has no merchant 0, so it reports that none was chosen.
    merchant_id: isAtDesk ? null : (values.merchant_id?.id ?? 0),
    image_key: values.image_key?.key ?? null,
    stamps: values.stamps.trim(),
    owed_sen: isAtDesk ? 0 : senOf(values.owed_sen),
    stock: values.stock.trim(),
    limit_total: values.limit_total.trim(),
    limit_30_days: values.limit_30_days.trim(),
    valid_days: values.valid_days.trim(),
  }
}

export function toChangeInput(values: RewardValues, { id, version }: AdminReward): InputOf<typeof change> {
  return { ...toCreateInput(values), id, version }
}

/** The amount in sen, or a text that the server reports as invalid. */
function senOf(typed: string): number | string {
  return parseAmount(plainAmount(typed, settings.currency) ?? '') ?? ''
}

/** A warning about a new last day in the past. The server rejects one before the first day. */
export function pastDayWarning(
  { start_date, end_date }: RewardValues,
  reward: AdminReward | undefined,
): string | undefined {
  if (!isRealDay(end_date) || end_date < start_date) return undefined
  const isNewAndPast = end_date < today() && end_date !== reward?.end_date
  return isNewAndPast ? "This day has passed. Members won't see the reward." : undefined
}

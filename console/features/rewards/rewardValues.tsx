import type { AdminReward, create } from '@stampus/contract/console/rewards'
import type { InputOf } from '@stampus/contract/endpoint'
import { CONDITIONS_MAX, TITLE_MAX } from '@stampus/contract/limits'
import { isRealDay } from '@stampus/contract/values/days'
import { decimalAmount } from '@stampus/contract/values/money'
import { parseAmount, plainAmount } from '@stampus/contract/values/typedAmounts'
import { useFormContext, useWatch } from 'react-hook-form'
import { today } from '../../shared/dates.ts'
import type { Group } from '../../shared/forms/FieldRows.tsx'
import type { ControlProps, FieldsOf, ValuesOf } from '../../shared/forms/fields.tsx'
import * as field from '../../shared/forms/fields.tsx'
import type { MerchantOption } from '../../shared/forms/MerchantField.tsx'
import { Radios } from '../../shared/forms/Radios.tsx'
import { desk } from '../../shared/labels/desk.ts'
import { settings } from '../../shared/settings.ts'

type RewardInput = InputOf<typeof create>
type Place = 'merchant' | 'desk'

const ofMerchant = field.merchant('Merchant', (reward: AdminReward) => reward.merchant)
const owed = field.amount('Owed to the merchant', 'For each hand-over. It may be 0.')

/** All facts of a reward, and where it is handed out, which is not sent. */
export const rewardFields = {
  place: {
    from: (reward: AdminReward | undefined): Place => (reward && !reward.merchant ? 'desk' : 'merchant'),
    send: (typed: Place) => typed,
  },
  // The server has no merchant 0, so it reports that none was chosen.
  merchant_id: { ...ofMerchant, send: (typed: MerchantOption | null) => typed?.id ?? 0, Control: PlaceField },
  title: field.line('Title', TITLE_MAX),
  conditions: field.paragraphs('Conditions', CONDITIONS_MAX, 4),
  title_ms: field.line('Title in Malay', TITLE_MAX),
  conditions_ms: field.paragraphs('Conditions in Malay', CONDITIONS_MAX, 4),
  image_key: field.picture('Picture', 'cover', (reward: AdminReward) => [reward.image_key, reward.image_url]),
  stamps: field.count('Stamps', { hint: 'What a member pays.' }),
  owed_sen: {
    from: (reward: AdminReward | undefined) => (reward ? decimalAmount(reward.owed_sen) : ''),
    send: senOf,
    Control: OwedField,
  },
  stock: field.count('Stock'),
  limit_total: field.count('Per member, in all'),
  limit_30_days: field.count('Per member, 30 days'),
  start_date: field.beginsWith(today, field.day('First day')),
  end_date: field.day('Last day (optional)'),
  valid_days: field.beginsWith(
    () => '14',
    field.count('Days valid', { hint: "A voucher's last day is so many days after its claim." }),
  ),
} satisfies FieldsOf<AdminReward, RewardInput & { place: Place }>

export const rewardGroups: Group<keyof typeof rewardFields>[] = [
  { names: ['stamps', 'owed_sen'] },
  { legend: 'Limits (optional)', names: ['stock', 'limit_total', 'limit_30_days'] },
  { legend: 'When it can be claimed', names: ['start_date', 'end_date', 'valid_days'] },
]

const useIsAtDesk = () => useWatch<{ place: Place }>({ name: 'place' }) === 'desk'

const places = [
  { value: 'merchant', name: 'A merchant' },
  { value: 'desk', name: desk },
] as const

/** Who hands the reward out: a merchant, or nobody but the scheme itself. */
function PlaceField(control: ControlProps<MerchantOption | null>) {
  const { setValue } = useFormContext<{ place: Place }>()
  const place = useWatch<{ place: Place }, 'place'>({ name: 'place' })
  const choose = (chosen: Place) => setValue('place', chosen, { shouldDirty: true })
  return (
    <Radios legend="Handed out by" options={places} value={place} onChange={choose} isFramed>
      {place === 'desk' ? null : ofMerchant.Control?.(control)}
    </Radios>
  )
}

function OwedField(control: ControlProps<string>) {
  return useIsAtDesk() ? null : owed.Control?.(control)
}

export type RewardValues = ValuesOf<typeof rewardFields>

export const toFormValues = (reward: AdminReward | undefined) => field.valuesOf(rewardFields, reward)

/** The values of a new reward that begins as a copy. A picture belongs to one reward, and past days are left out. */
export function toCopiedValues(reward: AdminReward): RewardValues {
  const values = toFormValues(reward)
  const now = today()
  return {
    ...values,
    image_key: null,
    start_date: values.start_date < now ? now : values.start_date,
    end_date: values.end_date < now ? '' : values.end_date,
  }
}

export function toCreateInput(values: RewardValues): RewardInput {
  const { place, ...input } = field.inputOf<RewardInput & { place: Place }>(rewardFields, values)
  return place === 'desk' ? { ...input, merchant_id: null, owed_sen: 0 } : input
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

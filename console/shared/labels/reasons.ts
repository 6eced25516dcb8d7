import { type ReasonCode, rejectionReasons } from '@stampus/contract/reasons'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../api/queries.ts'

export type Preset = { code: ReasonCode; name: string; text: string }

/** Reasons that a reviewer can choose with one press. Each tells the member what to change. */
export const presetReasons: readonly Preset[] = [
  {
    code: 'unreadable',
    name: 'Unreadable',
    text: 'The picture is too blurred or dark to read. Please photograph the receipt again in good light.',
  },
  {
    code: 'cut_off',
    name: 'Cut off',
    text: 'Part of the receipt is cut off. Please photograph all of it, from the name to the total.',
  },
  {
    code: 'amount_hidden',
    name: 'Total not visible',
    text: 'The total cannot be seen. Please photograph the receipt again with its total.',
  },
  {
    code: 'wrong_amount',
    name: 'Another amount',
    text: 'The amount on the receipt is not the amount that was typed. Please send it again with the printed total.',
  },
  {
    code: 'wrong_date',
    name: 'Another date',
    text: 'The date on the receipt is not the date that was typed. Please send it again with the printed date.',
  },
  {
    code: 'wrong_invoice',
    name: 'Another invoice number',
    text: 'The invoice number on the receipt is not the number that was typed. Please check it and send it again.',
  },
  {
    code: 'wrong_merchant',
    name: 'Another merchant',
    text: 'The receipt is from another merchant. Please choose the merchant whose name is printed on it.',
  },
  {
    code: 'not_partner',
    name: 'Not a partner',
    text: 'The receipt is not from a partner. Only receipts of the merchants in the list earn stamps.',
  },
  {
    code: 'not_receipt',
    name: 'Not a receipt',
    text: 'The picture does not show a receipt. Please photograph the printed receipt itself.',
  },
  {
    code: 'already_used',
    name: 'Already used',
    text: 'This receipt has already earned stamps. A receipt earns once.',
  },
  {
    code: 'too_old',
    name: 'Too old',
    text: 'The receipt is older than receipts may be. Please send new ones soon after the purchase.',
  },
]

export function reasonLabel(code: ReasonCode): string {
  return presetReasons.find((preset) => preset.code === code)?.name ?? code
}

/** The codes of the reasons, the most frequent first. Fetched once, before the dialog opens. */
export const frequentReasons = queryOptions({
  ...q(rejectionReasons, {}),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The preset reasons, the most frequent first. The order stays while shown, so that digits keep their reason. */
export function usePresetReasons(): readonly Preset[] {
  const { data } = useQuery(frequentReasons)
  const [presets] = useState(() => inOrder(data?.data ?? []))
  return presets
}

function inOrder(common: readonly ReasonCode[]): Preset[] {
  const rank = ({ code }: Preset) => (common.includes(code) ? common.indexOf(code) : common.length)
  return presetReasons.toSorted((one, other) => rank(one) - rank(other))
}

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
    text: 'The picture is too blurred or dark to read. Please take a new one in good light.',
  },
  {
    code: 'cut_off',
    name: 'Cut off',
    text: 'Part of the receipt is cut off. Please take a new picture of all of it, from the name to the total.',
  },
  {
    code: 'amount_hidden',
    name: 'Total not visible',
    text: "We can't see the total. Please take a new picture that shows it.",
  },
  {
    code: 'wrong_amount',
    name: 'Wrong amount',
    text: "The amount you typed doesn't match the receipt. Please send it again with the printed total.",
  },
  {
    code: 'wrong_date',
    name: 'Wrong date',
    text: "The date you typed doesn't match the receipt. Please send it again with the printed date.",
  },
  {
    code: 'wrong_invoice',
    name: 'Wrong invoice number',
    text: "The invoice number you typed doesn't match the receipt. Please check it and send the receipt again.",
  },
  {
    code: 'wrong_merchant',
    name: 'Wrong merchant',
    text: 'The receipt is from a different merchant. Please send it again and choose the merchant printed on it.',
  },
  {
    code: 'not_partner',
    name: 'Not a partner',
    text: "This merchant isn't a partner. Only receipts from the merchants in the list earn stamps.",
  },
  {
    code: 'not_receipt',
    name: 'Not a receipt',
    text: "The picture doesn't show a receipt. Please take a picture of the printed receipt.",
  },
  {
    code: 'already_used',
    name: 'Already used',
    text: 'This receipt has already earned stamps. Each receipt earns stamps once.',
  },
  {
    code: 'too_old',
    name: 'Too old',
    text: 'This receipt is too old. Please send receipts soon after the purchase.',
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

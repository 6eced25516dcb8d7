import { type ReasonCode, rejectionReasons } from '@stampus/contract/reasons'
import { reasonTexts } from '@stampus/contract/reasonTexts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../api/queries.ts'

export type Preset = { code: ReasonCode; name: string; text: string }

/** Reasons that a reviewer can choose with one press. Each tells the member what to change. */
export const presetReasons: readonly Preset[] = [
  { code: 'unreadable', name: 'Unreadable', text: reasonTexts.unreadable },
  { code: 'cut_off', name: 'Cut off', text: reasonTexts.cut_off },
  { code: 'amount_hidden', name: 'Total not visible', text: reasonTexts.amount_hidden },
  { code: 'wrong_amount', name: 'Wrong amount', text: reasonTexts.wrong_amount },
  { code: 'wrong_date', name: 'Wrong date', text: reasonTexts.wrong_date },
  { code: 'wrong_invoice', name: 'Wrong invoice number', text: reasonTexts.wrong_invoice },
  { code: 'wrong_merchant', name: 'Wrong merchant', text: reasonTexts.wrong_merchant },
  { code: 'not_partner', name: 'Not a partner', text: reasonTexts.not_partner },
  { code: 'not_receipt', name: 'Not a receipt', text: reasonTexts.not_receipt },
  { code: 'already_used', name: 'Already used', text: reasonTexts.already_used },
  { code: 'too_old', name: 'Too old', text: reasonTexts.too_old },
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

import { type ReasonCode, reasonCode, rejectionReasons } from '@stampus/contract/reasons'
import { reasonTexts } from '@stampus/contract/reasonTexts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../api/queries.ts'
import words from './labels.json'

export type Preset = { code: ReasonCode; name: string; text: string }

const names: Record<ReasonCode, string> = words.rejectionReasons
export const reasonLabel = (code: ReasonCode) => names[code]

/** Reasons that a reviewer can choose with one press. Each tells the member what to change. */
export const presetReasons: readonly Preset[] = reasonCode.options.map((code) => ({
  code,
  name: names[code],
  text: reasonTexts[code],
}))

/** The codes of the reasons, the most frequent first. Fetched once, before the dialog opens. */
export const frequentReasons = queryOptions({
  ...q(rejectionReasons, {}),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The preset reasons, the most frequent first. The order stays while shown, so that digits keep their reason. */
export function usePresetReasons(): readonly Preset[] {
  const { data } = useQuery(frequentReasons)
  const common = data?.data ?? []
  const rank = ({ code }: Preset) => (common.includes(code) ? common.indexOf(code) : common.length)
  const [presets] = useState(() => presetReasons.toSorted((one, other) => rank(one) - rank(other)))
  return presets
}

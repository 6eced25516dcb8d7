import type { ReviewItem } from '@stampus/contract/console/review'
import type { Signal } from '@stampus/contract/console/signals'
import type { ReasonCode } from '@stampus/contract/reasons'
import { presetReasons } from '../../../shared/labels/reasons.ts'
import { type FactValues, typedFacts } from '../../../shared/receipts/facts.ts'

/** The texts for the member, and the code under which statistics count the rejection. */
export type Rejection = { reason: string; notes: string; reason_code?: ReasonCode }

/** What the operator typed for a receipt that is not decided yet. Drafts are kept by its id. */
export type Draft = {
  /** The facts with the operator's corrections. */
  facts: FactValues
  /** The fields of the correction form when Escape closed it. */
  fields?: FactValues | undefined
  rejection: Rejection
  /** To the managers. */
  note: string
  /** Approved look-alikes that errors have shown. Corrected facts may have others than the receipt's signals name. */
  lookAlikes: Signal[]
}

export type Drafts = ReadonlyMap<number, Draft>

/** The draft of this receipt; without one, the facts that the member typed. */
export function getDraft(drafts: Drafts, item: ReviewItem): Draft {
  return (
    drafts.get(item.id) ?? { facts: typedFacts(item), rejection: { reason: '', notes: '' }, note: '', lookAlikes: [] }
  )
}

export function updateDraft(drafts: Drafts, item: ReviewItem, part: Partial<Draft>): Drafts {
  return new Map(drafts).set(item.id, { ...getDraft(drafts, item), ...part })
}

export function withoutDraft(drafts: Drafts, id: number | undefined): Drafts {
  return new Map([...drafts].filter(([known]) => known !== id))
}

/** Changes the reason. Its code stays while the text still starts with the text of the preset reason. */
export function withReason({ reason_code: code, ...rest }: Rejection, reason: string): Rejection {
  const preset = presetReasons.find((known) => known.code === code)
  const isStillPreset = preset && reason.startsWith(preset.text)
  return { ...rest, reason, ...(isStillPreset && { reason_code: preset.code }) }
}

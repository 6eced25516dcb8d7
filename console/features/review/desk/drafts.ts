import type { ReviewItem } from '@stampus/contract/console/review'
import type { Signal } from '@stampus/contract/console/signals'
import type { ReasonCode } from '@stampus/contract/reasons'
import { presetReasons } from '../../../shared/labels/reasons.ts'
import { type FactValues, typedFacts } from '../../../shared/receipts/facts.ts'

/** What the member will read, and under which code it counts. */
export type Rejection = { reason: string; notes: string; reason_code?: ReasonCode }

/** What was typed for a receipt that is not decided yet, and what was shown with it. */
export type Draft = {
  /** What the picture says, as it was stillHeld. */
  facts: FactValues
  /** What stood in the fields of the correction when Escape closed it. */
  fields?: FactValues | undefined
  rejection: Rejection
  /** The note to the manager. */
  note: string
  /** The approved reload-alikes that refusals have shown: with corrected facts there may be others than its signals name. */
  lookAlikes: Signal[]
}

/** The drafts by the ids of their receipts. */
export type Drafts = ReadonlyMap<number, Draft>

/** What was typed for this receipt; at first only what its member typed. */
export function draftOf(drafts: Drafts, item: ReviewItem): Draft {
  return (
    drafts.get(item.id) ?? { facts: typedFacts(item), rejection: { reason: '', notes: '' }, note: '', lookAlikes: [] }
  )
}

/** The drafts once this part of one is typed. */
export function withDraft(drafts: Drafts, item: ReviewItem, part: Partial<Draft>): Drafts {
  return new Map(drafts).set(item.id, { ...draftOf(drafts, item), ...part })
}

/** The drafts without that of a receipt that is settled. */
export function withoutDraft(drafts: Drafts, id: number | undefined): Drafts {
  const left = new Map(drafts)
  if (id !== undefined) left.delete(id)
  return left
}

/** A rejection with other words: they count under their code as long as those of the usual reason startWork them. */
export function withReason({ reason_code: code, ...rest }: Rejection, reason: string): Rejection {
  const usual = presetReasons.find((preset) => preset.code === code)
  const isStill = usual && reason.startsWith(usual.words)
  return { ...rest, reason, ...(isStill && { reason_code: usual.code }) }
}

import { randomKey } from '@stampus/contract/client'
import { useEffect, useRef, useState } from 'react'
import {
  currentMember,
  type DraftQuery,
  deleteEmptied,
  findDraft,
  readDraft,
  readOwnDrafts,
  saveAttempt,
  saveDraft,
  useDrafts,
} from '../../../shared/receipts/draft.ts'
import { watchOwnDraft } from '../../../shared/receipts/outbox.ts'
import { type Draft, isWaiting, type OpenedDraft } from '../../../shared/receipts/receipt.ts'
import { useHasDrafts } from '../../../shared/storage/hasDrafts.ts'
import { useSession } from '../../../shared/storage/session.ts'
import { draftOf, type ReceiptForm } from './receiptFields.ts'

type Begin = { initial: OpenedDraft | null; asksForDate: boolean }

export type FormDraft = ReturnType<typeof useFormDraft>

/** The draft that a form of this person starts with. Undefined while it loads, null if there is none. */
export function useStoredDraft(
  person: number,
  { id, merchantId, correct }: DraftQuery,
): OpenedDraft | null | undefined {
  const wanted = [person, id, merchantId, correct].join(' ')
  const [opened, setOpened] = useState<{ wanted: string; draft: OpenedDraft | null }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each person and form
  useEffect(() => {
    let isWanted = true
    void readDraft({ id, merchantId, correct }).then((draft) => isWanted && setOpened({ wanted, draft: draft ?? null }))
    return () => {
      isWanted = false
    }
  }, [wanted])
  return opened?.wanted === wanted ? opened.draft : undefined
}

/**
 * Saves the form as a draft at every change. A member's draft is never saved for another member, but a guest may become
 * a member meanwhile. `attempt` is the state of sending this draft.
 */
export function useFormDraft(form: ReceiptForm, { initial, asksForDate }: Begin) {
  const ownerId = useRef(currentMember())
  // An empty form does not replace the draft of another merchant.
  const draftId = useRef(draftOf(form.getValues(), asksForDate) && initial?.id)
  const lastSaved = useRef<Draft | undefined>(initial ?? undefined)
  const attempt = useDrafts(({ drafts }) => drafts.find(({ id }) => id === draftId.current)?.attempt)
  const saveNow = async () => {
    if (ownerId.current !== null && ownerId.current !== currentMember()) return
    // A draft that waits to be sent must not change.
    if (isWaiting(findDraft(draftId.current))) return
    const draft = draftOf(form.getValues(), asksForDate)
    if (sameDraft(draft, lastSaved.current) && (!draft || findDraft(draftId.current))) return
    const before = draftId.current
    lastSaved.current = draft
    draftId.current = draft && randomKey()
    if (draft) await saveDraft(draft, draftId.current, before)
    else if (before) deleteEmptied(before)
  }
  /**
   * Marks the draft as waiting to be sent, and returns its id. Reuses the idempotency key of the last attempt if nothing
   * has changed.
   */
  const prepare = (purchaseDate: string) => {
    readOwnDrafts()
    void saveNow()
    const id = draftId.current ?? randomKey()
    const lastAttempt = findDraft(id)?.attempt
    const isRepeat = lastAttempt && !lastAttempt.refusal && lastAttempt.purchaseDate === purchaseDate
    const key = isRepeat ? lastAttempt.key : randomKey()
    saveAttempt(id, { key, purchaseDate, waits: true })
    return id
  }
  /** The draft stops waiting. The member must submit it again. */
  const stopWaiting = () => {
    const saved = findDraft(draftId.current)
    if (saved?.attempt) saveAttempt(saved.id, { ...saved.attempt, waits: false })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: subscribes once for the life of the form
  useEffect(() => {
    // The outbox sends what waits when it starts, so it starts before this form has anything that waits.
    useHasDrafts.setState({ hasDrafts: true })
    const stops = [
      form.subscribe({ formState: { values: true }, callback: () => void saveNow() }),
      watchOwnDraft(() => draftId.current),
      useSession.subscribe(({ user }) => {
        ownerId.current ??= user?.id ?? null
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return { attempt, saveNow, prepare, stopWaiting }
}

/** Whether both drafts hold the same receipt. The date only counts if the form asks for it. */
function sameDraft(a: Draft | undefined, b: Draft | undefined): boolean {
  const fields = ['receipt_image', 'purchase_amount', 'merchant_id', 'invoice_number'] as const
  const sameDate = !a?.purchase_date || a.purchase_date === b?.purchase_date
  const marks = (draft: Draft | undefined) => JSON.stringify([draft?.filled ?? {}, draft?.typed ?? []])
  return sameDate && marks(a) === marks(b) && fields.every((field) => (a?.[field] ?? '') === (b?.[field] ?? ''))
}

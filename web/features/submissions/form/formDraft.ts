import { randomKey } from '@stampus/contract/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  currentMember,
  type Draft,
  type DraftQuery,
  deleteEmptied,
  findDraft,
  readDraft,
  readOwnDrafts,
  saveAttempt,
  saveDraft,
  useDrafts,
  type WaitingDraft,
} from '../../../shared/receipts/draft.ts'
import { watchOwnDraft } from '../../../shared/receipts/upload.ts'
import { useHasDrafts } from '../../../shared/storage/hasDrafts.ts'
import { useSession } from '../../../shared/storage/session.ts'
import { draftOf, type ReceiptForm } from './receiptFields.ts'

type Begin = { initial: WaitingDraft | null; asksForDate: boolean }

export type FormDraft = ReturnType<typeof useFormDraft>

/** The draft that a form starts with. Undefined while it loads, null if there is none. */
export function useStoredDraft({
  personCount,
  ...wanted
}: DraftQuery & { personCount: number }): WaitingDraft | null | undefined {
  // A new key per visit, so that a quick return does not find the former answer.
  const [visit] = useState(randomKey)
  const { data } = useQuery({
    queryKey: ['draft', visit, personCount, wanted],
    queryFn: () => readDraft(wanted).then((draft) => draft ?? null),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return data
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
    if (findDraft(draftId.current)?.attempt?.waits) return
    const draft = draftOf(form.getValues(), asksForDate)
    if (sameDraft(draft, lastSaved.current) && (!draft || findDraft(draftId.current))) return
    const before = draftId.current
    lastSaved.current = draft
    draftId.current = draft && randomKey()
    if (draft) await saveDraft(draft, draftId.current, before)
    else if (before) deleteEmptied(before)
  }
  /** Marks the draft as waiting to be sent. Reuses the idempotency key of the last attempt if nothing has changed. */
  const prepare = (purchaseDate: string) => {
    readOwnDrafts()
    void saveNow()
    const id = draftId.current ?? randomKey()
    const lastAttempt = findDraft(id)?.attempt
    const isRepeat = lastAttempt && !lastAttempt.refusal && lastAttempt.purchaseDate === purchaseDate
    const key = isRepeat ? lastAttempt.key : randomKey()
    saveAttempt(id, { key, purchaseDate, waits: true })
    return { id, key, token: useSession.getState().token }
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
  const fields = ['file', 'amount', 'merchantId', 'invoiceNumber'] as const
  const sameDate = !a?.purchaseDate || a.purchaseDate === b?.purchaseDate
  const marks = (draft: Draft | undefined) => JSON.stringify([draft?.filled ?? {}, draft?.typed ?? []])
  return sameDate && marks(a) === marks(b) && fields.every((field) => (a?.[field] ?? '') === (b?.[field] ?? ''))
}

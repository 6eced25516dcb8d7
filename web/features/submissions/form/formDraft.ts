import { randomKey } from '@stampus/contract/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  currentMember,
  type Draft,
  deleteDraft,
  findDraft,
  type PageSubject,
  readDraft,
  readOwnDrafts,
  saveAttempt,
  saveDraft,
  useDrafts,
  type WaitingDraft,
} from '../../../shared/receipts/draft.ts'
import { watchOwnDraft } from '../../../shared/receipts/upload.ts'
import { useSession } from '../../../shared/storage/session.ts'
import { draftOf, type ReceiptForm } from './receiptFields.ts'

type Begin = { begun: WaitingDraft | null; dateAsked: boolean }

export type FormDraft = ReturnType<typeof useFormDraft>

/** The draft that a form begins with: undefined while it is being read, null where there is none. */
export function useStoredDraft({ turn, ...sought }: PageSubject & { turn: number }): WaitingDraft | null | undefined {
  // Who comes back at once must not find the answer of the visit before.
  const [visit] = useState(randomKey)
  const { data } = useQuery({
    queryKey: ['draft', visit, turn, sought],
    queryFn: () => readDraft(sought).then((draft) => draft ?? null),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return data
}

/**
 * Keeps what is typed as the draft, at every change. What one member typed is kept for nobody else (D-03); a guest may
 * become a member meanwhile. `attempt` tells how the sending of this draft stands.
 */
export function useFormDraft(form: ReceiptForm, { begun, dateAsked }: Begin) {
  const owner = useRef(currentMember())
  // An empty form leaves another merchant's draft alone.
  const ours = useRef(draftOf(form.getValues(), dateAsked) && begun?.id)
  const last = useRef<Draft | undefined>(begun ?? undefined)
  const attempt = useDrafts(({ kept }) => kept.find(({ id }) => id === ours.current)?.attempt)
  const saveNow = async () => {
    if (owner.current !== null && owner.current !== currentMember()) return
    // What waits to be sent is sent as it is.
    if (findDraft(ours.current)?.attempt?.waits) return
    const draft = draftOf(form.getValues(), dateAsked)
    if (sameDraft(draft, last.current) && (!draft || findDraft(ours.current))) return
    const before = ours.current
    last.current = draft
    ours.current = draft && randomKey()
    if (draft) await saveDraft(draft, ours.current, before)
    else if (before) deleteDraft(before)
  }
  /** Notes that the draft is to be sent, under the key of the last attempt where nothing has changed since (D-40). */
  const prepare = (purchaseDate: string) => {
    readOwnDrafts()
    void saveNow()
    const id = ours.current ?? randomKey()
    const earlier = findDraft(id)?.attempt
    const isRepeat = earlier && !earlier.refusal && earlier.purchaseDate === purchaseDate
    const key = isRepeat ? earlier.key : randomKey()
    saveAttempt(id, { key, purchaseDate, waits: true })
    return { id, key, token: useSession.getState().token }
  }
  /** The draft waits no longer: it is sent when somebody says so again. */
  const rest = () => {
    const kept = findDraft(ours.current)
    if (kept?.attempt) saveAttempt(kept.id, { ...kept.attempt, waits: false })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: one watch for the life of the form
  useEffect(() => {
    const stops = [
      form.subscribe({ formState: { values: true }, callback: () => void saveNow() }),
      watchOwnDraft(() => ours.current),
      useSession.subscribe(({ user }) => {
        owner.current ??= user?.id ?? null
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return { attempt, saveNow, prepare, rest }
}

/** Whether a form would send the same; one that asks for no date cares for none. */
function sameDraft(a: Draft | undefined, b: Draft | undefined): boolean {
  const fields = ['file', 'amount', 'merchantId', 'invoiceNumber'] as const
  const sameDate = !a?.purchaseDate || a.purchaseDate === b?.purchaseDate
  return sameDate && fields.every((field) => (a?.[field] ?? '') === (b?.[field] ?? ''))
}

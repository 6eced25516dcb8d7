import { zodResolver } from '@hookform/resolvers/zod'
import { randomKey } from '@stampus/contract/client'
import { purchaseDateError, receiptFacts, type Submission, show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { invoiceToSend } from '@stampus/contract/values/invoices'
import { type PictureRule, pictureError } from '@stampus/contract/values/pictures'
import { amountToSend } from '@stampus/contract/values/typedAmounts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { q } from '../../../shared/api/api.ts'
import { isMissing } from '../../../shared/api/CallError.ts'
import { refetchWhilePending } from '../../../shared/receipts/decisionUpdates.ts'
import {
  chosenMerchant,
  currentMember,
  type Draft,
  type DraftQuery,
  deleteEmptied,
  findDraft,
  isWaiting,
  type OpenedDraft,
  type Receipt,
  readDraft,
  readOwnDrafts,
  saveAttempt,
  saveDraft,
  useDrafts,
} from '../../../shared/receipts/draft.ts'
import { watchOwnDraft } from '../../../shared/receipts/outbox.ts'
import { settings } from '../../../shared/settings.ts'
import { useHasDrafts } from '../../../shared/storage/hasDrafts.ts'
import { useSession } from '../../../shared/storage/session.ts'

export type ReceiptForm = UseFormReturn<Receipt>

export const today = (): string => dayIn(settings.time_zone, new Date())

export function resolverFor(rule: PictureRule): Resolver<Receipt> {
  const form = z.extend(receiptFacts, {
    merchant_id: z.string().check(z.minLength(1, texts.requiredFields)),
    purchase_date: receiptFacts.shape.purchase_date.check(
      z.refine((day) => dateError(day) === undefined, { error: ({ input }) => dateError(input as string) }),
    ),
    purchase_amount: z.pipe(
      z.transform((typed: string): string | number => amountToSend(typed, settings.currency)),
      receiptFacts.shape.purchase_amount,
    ),
    invoice_number: z.pipe(z.transform(invoiceToSend), receiptFacts.shape.invoice_number),
    receipt_image: z.nullable(z.instanceof(File)).check(
      z.refine((file) => file !== null, { error: texts.requiredFields, abort: true }),
      z.refine((file) => fileError(file, rule) === undefined, { error: ({ input }) => fileError(input as File, rule) }),
    ),
  })
  return zodResolver(form, undefined, { raw: true }) as Resolver<Receipt>
}

/** The form's values from a draft. Ignores one of another merchant, and a lost photo's values. */
export function fieldsOf(
  draft: Omit<OpenedDraft, 'id'> | null,
  { merchantId, rule, asksForDate }: { merchantId: number | undefined; rule: PictureRule; asksForDate: boolean },
): Receipt {
  const given = merchantId === undefined ? undefined : String(merchantId)
  const isOfOtherMerchant = draft && given && ![given, undefined].includes(chosenMerchant(draft))
  const { receipt_image, purchase_date, corrects, filled, typed, ...facts } = (isOfOtherMerchant ? null : draft) ?? {}
  const picture = receipt_image && fileError(receipt_image, rule) === undefined ? receipt_image : null
  const unasked = [...(given ? ['merchant_id'] : []), ...(asksForDate ? [] : ['purchase_date'])]
  const asked = (values: object) => Object.entries(values).filter(([name]) => !unasked.includes(name))
  return {
    receipt_image: picture,
    merchant_id: given ?? facts.merchant_id ?? '',
    purchase_date: (asksForDate ? purchase_date : undefined) ?? today(),
    purchase_amount: facts.purchase_amount ?? '',
    invoice_number: facts.invoice_number ?? '',
    ...(corrects && { corrects }),
    ...(picture && filled && { filled: Object.fromEntries(asked(filled)) }),
    ...(typed && { typed }),
  }
}

export function draftOf(form: Receipt, asksForDate: boolean): Draft | undefined {
  const { receipt_image, merchant_id, purchase_date, corrects, filled = {}, typed = [], ...facts } = form
  if (!receipt_image && !facts.purchase_amount && !facts.invoice_number) return undefined
  return {
    ...facts,
    ...(receipt_image && { receipt_image }),
    ...(merchant_id && { merchant_id }),
    ...(asksForDate && { purchase_date }),
    ...(corrects && { corrects }),
    ...(Object.keys(filled).length > 0 && { filled }),
    ...(typed.length > 0 && { typed }),
  }
}

export function fileError(file: File | null | undefined, rule: PictureRule): string | undefined {
  return file ? pictureError(file, rule) : undefined
}

export function dateError(day: string): string | undefined {
  return purchaseDateError(day, { today: today(), maxAgeDays: settings.max_receipt_age_days })
}

export type FormDraft = ReturnType<typeof useFormDraft>

/** The draft that a form of this person starts with. Undefined while it loads, null if there is none. */
export function useStoredDraft(person: number, query: DraftQuery): OpenedDraft | null | undefined {
  const wanted = [person, ...Object.values(query)].join(' ')
  const [opened, setOpened] = useState<{ wanted: string; draft: OpenedDraft | null }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each person and form
  useEffect(() => {
    let isWanted = true
    void readDraft(query).then((draft) => isWanted && setOpened({ wanted, draft: draft ?? null }))
    return () => {
      isWanted = false
    }
  }, [wanted])
  return opened?.wanted === wanted ? opened.draft : undefined
}

/** Saves the form as a draft at every change, never for another member, but a guest may become a member meanwhile. */
export function useFormDraft(form: ReceiptForm, initial: OpenedDraft | null, asksForDate: boolean) {
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
  /** Marks the draft as waiting and returns its id. Keeps the idempotency key if nothing has changed. */
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

export function useCorrectedId(): string | undefined {
  const [search] = useSearchParams()
  return search.get('correct')?.match(/^\d{1,15}$/)?.[0]
}

/** The submission to correct, if the member has it. Refetched, because its rejection may be reversed. */
export function useCorrectedSubmission() {
  const id = useCorrectedId()
  const isMember = useSession(({ user }) => Boolean(user?.email_verified_at))
  const enabled = isMember && id !== undefined
  const query = useQuery({
    ...q(show, { id: id ?? '' }),
    enabled,
    retry: false,
    refetchInterval: ({ state }) => refetchWhilePending(state.data ? [state.data.data] : []),
  })
  if (!enabled || isMissing(query.error)) return { correct: undefined, corrected: undefined, query: undefined }
  return { correct: Number(id), corrected: query.data?.data, query }
}

export function withCorrectedFacts(fields: Receipt, corrected: Submission | undefined): Receipt {
  if (!corrected || fields.purchase_amount || fields.invoice_number) return fields
  return {
    ...fields,
    corrects: corrected.id,
    merchant_id: fields.merchant_id || String(corrected.merchant.id ?? ''),
    purchase_date: corrected.purchase_date,
    purchase_amount: corrected.purchase_amount,
    invoice_number: corrected.invoice_no,
  }
}

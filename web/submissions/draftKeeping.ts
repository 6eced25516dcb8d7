import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { clearDraft, type Draft, readDraft, saveDraft } from './draft.ts'
import { draftOf, type ReceiptForm } from './receiptForm.ts'

const PAUSE_MS = 400

/** The waiting draft: undefined while it is being read, null where there is none or the browser keeps none. */
export function useWaitingDraft(): Draft | null | undefined {
  const { data } = useQuery({
    queryKey: ['draft'],
    queryFn: () =>
      readDraft().then(
        (draft) => draft ?? null,
        () => null,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return data
}

/** Keeps what is typed as the draft, a moment after the last change and when the form is left; `forget` ends that. */
export function useDraftKeeping(form: ReceiptForm) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ended = useRef(false)
  // An empty form leaves another merchant's draft alone.
  const ours = useRef(draftOf(form.getValues()) !== undefined)
  const keepNow = async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    const draft = draftOf(form.getValues())
    if (ended.current || !(draft || ours.current)) return
    ours.current = draft !== undefined
    await (draft ? saveDraft(draft) : clearDraft()).catch(() => undefined)
  }
  const forget = async () => {
    ended.current = true
    clearTimeout(timer.current)
    timer.current = undefined
    await clearDraft().catch(() => undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: one watch for the life of the form
  useEffect(() => {
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer.current)
        timer.current = setTimeout(keepNow, PAUSE_MS)
      },
    })
    return () => {
      stop()
      if (timer.current !== undefined) void keepNow()
    }
  }, [])
  return { keepNow, forget }
}

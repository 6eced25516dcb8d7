import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSession } from '../app/session.ts'
import { currentMember, type Draft, endDraft, readDraft, saveDraft, type WaitingDraft } from './draft.ts'
import { randomKey } from './randomKey.ts'
import { draftOf, type ReceiptForm } from './receiptForm.ts'

const PAUSE_MS = 400

type Begin = { begun: WaitingDraft | null; dateAsked: boolean }

/** The waiting draft: undefined while it is being read, null where there is none or the browser keeps none. */
export function useWaitingDraft(turn: number): WaitingDraft | null | undefined {
  const { data } = useQuery({
    queryKey: ['draft', turn],
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

/**
 * Keeps what is typed as the draft, a moment after the last change and when the form is left; `forget` ends that. What
 * one member typed is kept for nobody else (D-03); a guest may become a member meanwhile.
 */
export function useDraftKeeping(form: ReceiptForm, { begun, dateAsked }: Begin) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ended = useRef(false)
  const owner = useRef(currentMember())
  // An empty form leaves another merchant's draft alone.
  const ours = useRef(draftOf(form.getValues(), dateAsked) && begun?.id)
  const keepNow = async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (ended.current || (owner.current !== null && owner.current !== currentMember())) return
    const draft = draftOf(form.getValues(), dateAsked)
    const before = ours.current
    ours.current = draft && randomKey()
    await kept(draft, ours.current ?? before)
  }
  const forget = async () => {
    ended.current = true
    clearTimeout(timer.current)
    timer.current = undefined
    await kept(undefined, ours.current)
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
    const stopFollowing = useSession.subscribe(({ user }) => {
      owner.current ??= user?.id ?? null
    })
    return () => {
      stop()
      stopFollowing()
      if (timer.current !== undefined) void keepNow()
    }
  }, [])
  return { keepNow, forget }
}

/** Saves a draft under an id, or ends the one of that id. A browser that keeps nothing is no fault of the form. */
async function kept(draft: Draft | undefined, id: string | undefined): Promise<void> {
  if (id === undefined) return
  await (draft ? saveDraft(draft, id) : endDraft(id)).catch(() => undefined)
}

import { NOTIFICATION_FADE_MS, NOTIFICATION_MS } from '@stampus/contract/limits'
import type { NoticeKind } from '@stampus/ui/Notice'
import { create } from 'zustand'

/** `duration` is in milliseconds. 0 keeps the toast until it is closed. */
type Toast = { id: number; title: string; message: string; type: NoticeKind; duration: number }
export type ShownToast = Toast & { isLeaving: boolean }

/** `isRaised`: shown at the top, because an on-screen keyboard may cover the bottom. */
export const useToasts = create<{ shown: ShownToast[]; isRaised: boolean }>(() => ({ shown: [], isRaised: false }))

let lastId = 0

export function showToast(given: Omit<Toast, 'id' | 'duration'> & { duration?: number }): number {
  lastId += 1
  const toast = { duration: NOTIFICATION_MS, ...given, id: lastId, isLeaving: false }
  useToasts.setState(({ shown, isRaised }) => ({
    shown: [...shown, toast],
    isRaised: shown.length > 0 ? isRaised : isTyping(),
  }))
  if (toast.duration > 0) setTimeout(() => dismissToast(toast.id), toast.duration)
  return toast.id
}

/** Fades a toast out for 300 ms, then removes it. */
export function dismissToast(id: number): void {
  useToasts.setState(({ shown }) => ({
    shown: shown.map((one) => (one.id === id ? { ...one, isLeaving: true } : one)),
  }))
  setTimeout(
    () => useToasts.setState(({ shown }) => ({ shown: shown.filter((one) => one.id !== id) })),
    NOTIFICATION_FADE_MS,
  )
}

function isTyping(): boolean {
  return matchMedia('(pointer: coarse)').matches && document.activeElement?.matches('input, textarea') === true
}

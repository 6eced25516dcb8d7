import { NOTIFICATION_FADE_MS, NOTIFICATION_MS } from '@stampus/contract/limits'
import type { NoticeKind } from '@stampus/ui/Notice'
import { create } from 'zustand'

/** `duration` is in milliseconds. 0 keeps the toast until it is closed. */
type Notification = { id: number; title: string; message: string; type: NoticeKind; duration: number }
export type Shown = Notification & { leaving: boolean }

/** `raised`: shown at the top, because an on-screen keyboard may cover the bottom. */
export const useToasts = create<{ shown: Shown[]; raised: boolean }>(() => ({ shown: [], raised: false }))

let lastId = 0

/** Shows a toast and returns its id. */
export function notify(given: Omit<Notification, 'id' | 'duration'> & { duration?: number }): number {
  lastId += 1
  const notification = { duration: NOTIFICATION_MS, ...given, id: lastId, leaving: false }
  useToasts.setState(({ shown, raised }) => ({
    shown: [...shown, notification],
    raised: shown.length > 0 ? raised : isTyping(),
  }))
  if (notification.duration > 0) setTimeout(() => dismiss(notification.id), notification.duration)
  return notification.id
}

/** Fades a toast out for 300 ms, then removes it. */
export function dismiss(id: number): void {
  useToasts.setState(({ shown }) => ({
    shown: shown.map((one) => (one.id === id ? { ...one, leaving: true } : one)),
  }))
  setTimeout(
    () => useToasts.setState(({ shown }) => ({ shown: shown.filter((one) => one.id !== id) })),
    NOTIFICATION_FADE_MS,
  )
}

function isTyping(): boolean {
  return matchMedia('(pointer: coarse)').matches && document.activeElement?.matches('input, textarea') === true
}

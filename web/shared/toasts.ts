import { NOTIFICATION_FADE_MS, NOTIFICATION_MS } from '@stampus/contract/limits'
import type { NoticeKind } from '@stampus/ui/Notice'
import { create } from 'zustand'

/** S-8.10. `duration` in ms; 0 stays until it is closed (S-9.01). */
export type Notification = { id: number; title: string; message: string; type: NoticeKind; duration: number }
export type Shown = Notification & { leaving: boolean }

/** `raised`: they came while somebody typed, and stay where no keyboard of the screen covers them. */
export const useToasts = create<{ shown: Shown[]; raised: boolean }>(() => ({ shown: [], raised: false }))

let lastId = 0

/** Shows a notification and answers its id. */
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

/** Lets a notification fade for 300 ms, then forgets it (S-4.14). */
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

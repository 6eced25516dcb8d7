import type { NoticeKind } from '@stampus/ui/Notice'
import { observable } from '@stampus/ui/observable'

const SHOWN_MS = 6_000
const noToast: { text: string; kind: NoticeKind } = { text: '', kind: 'success' }

let timer: ReturnType<typeof setTimeout> | undefined
const toast = observable(noToast)

/** Shows a toast for six seconds; a newer one replaces it. */
export function showToast(text: string, kind: NoticeKind = 'success'): void {
  clearTimeout(timer)
  toast.set({ text, kind })
  if (text) timer = setTimeout(toast.set, SHOWN_MS, noToast)
}

/** The toast that is shown now. */
export const useToast = toast.useValue

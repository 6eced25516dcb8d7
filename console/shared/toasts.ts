import type { NoticeKind } from '@stampus/ui/Notice'
import { observable } from './observable.ts'

const SHOWN_MS = 6_000
const nothing: { text: string; kind: NoticeKind } = { text: '', kind: 'success' }

let leaving: ReturnType<typeof setTimeout> | undefined
const said = observable(nothing)

/** Shows a toast for six seconds; a newer one replaces it. */
export function showToast(text: string, kind: NoticeKind = 'success'): void {
  clearTimeout(leaving)
  said.tell({ text, kind })
  if (text) leaving = setTimeout(said.tell, SHOWN_MS, nothing)
}

/** The toast that is shown now. */
export const useToast = said.useNow

import type { NoticeKind } from '@stampus/ui/Notice'
import { observable } from './observable.ts'

const SHOWN_MS = 6_000
const nothing: { text: string; kind: NoticeKind } = { text: '', kind: 'success' }

let leaving: ReturnType<typeof setTimeout> | undefined
const said = observable(nothing)

/** Tells what was just done, or why it was not, for six seconds; the next one takes its place. */
export function showToast(text: string, kind: NoticeKind = 'success'): void {
  clearTimeout(leaving)
  said.tell({ text, kind })
  if (text) leaving = setTimeout(said.tell, SHOWN_MS, nothing)
}

/** What was said last and is still shown. */
export const useToast = said.useNow

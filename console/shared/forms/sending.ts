import type { KeyboardEvent } from 'react'

/** Ctrl and Enter in a field send the form it stands in. */
export function sendOnEnter(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

import { useLayoutEffect, useRef } from 'react'

/** Single keys of a page. They rest while somebody types, while a dialog without keys is open and with a modifier held. */
export function useShortcuts(keys: Record<string, () => void>): void {
  const latest = useRef(keys)
  // Before the screen shows what a key is for, the key does it.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isPageCovered()) return
      const action = latest.current[event.key.toLowerCase()]
      if (!action || event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTypingTarget(event.target))
        return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** What was closed a moment ago may still have the focus. */
function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  return (
    target.closest('input:not([type=checkbox]), textarea, select, dialog:not([data-keys])') !== null &&
    target.checkVisibility()
  )
}

/** What lies open over the page may leave the focus to the page; a dialog that shows a picture has its keys. */
function isPageCovered(): boolean {
  return document.querySelector('dialog:modal:not([data-keys]), :popover-open') !== null
}

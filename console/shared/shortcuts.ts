import { useLayoutEffect, useRef } from 'react'

/** Single-key shortcuts of a page. They are off while typing, in dialogs without shortcuts and with a modifier key. */
export function useShortcuts(keys: Record<string, () => void>): void {
  const latest = useRef(keys)
  // A layout effect, so that a key works as soon as its button is on screen.
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

/** An element that was just hidden may still have the focus. */
function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  return (
    target.closest('input:not([type=checkbox]), textarea, select, dialog:not([data-keys])') !== null &&
    target.checkVisibility()
  )
}

/** A popover may leave the focus on the page. A dialog with a picture has its own shortcuts. */
function isPageCovered(): boolean {
  return document.querySelector('dialog:modal:not([data-keys]), :popover-open') !== null
}

import { useEffectEvent, useLayoutEffect } from 'react'

/** Calls `press` for each key on the page that is neither held down nor pressed with a modifier key. */
export function useKeyPress(press: (event: KeyboardEvent) => void): void {
  const act = useEffectEvent(press)
  // A layout effect, so that a key works as soon as its button is on screen.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey) act(event)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Single-key shortcuts of a page. They are off while typing and in dialogs without shortcuts. */
export function useShortcuts(keys: Record<string, () => void>): void {
  useKeyPress((event) => {
    const action = keys[event.key.toLowerCase()]
    if (!action || isPageCovered() || isTypingTarget(event.target)) return
    event.preventDefault()
    action()
  })
}

/** An element that was just hidden may still have the focus. */
function isTypingTarget(target: EventTarget | null): boolean {
  const typing = 'input:not([type=checkbox]), textarea, select, dialog:not([data-keys])'
  return target instanceof Element && target.closest(typing) !== null && target.checkVisibility()
}

/** A popover may leave the focus on the page. A dialog with a picture has its own shortcuts. */
function isPageCovered(): boolean {
  return document.querySelector('dialog:modal:not([data-keys]), :popover-open') !== null
}

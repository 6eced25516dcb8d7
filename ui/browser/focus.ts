import { useEffect, useRef } from 'react'

/** Moves the focus to the title of the page, because the focused element goes away. */
export function focusTitle(options?: FocusOptions): void {
  document.querySelector('h1')?.focus(options)
}

/**
 * Returns the ref of an area whose content changes with `state`. If the focus was on what is gone, it goes to the button
 * named like the former state, which had opened it, or else to the first field of the area.
 */
export function useFocusAfter(state: string | number) {
  const area = useRef<HTMLDivElement>(null)
  const former = useRef(state)
  useEffect(() => {
    const before = former.current
    former.current = state
    if (before === state || document.activeElement !== document.body) return
    const find = (selector: string) => area.current?.querySelector<HTMLElement>(selector)
    const next = find(`button[name="${before}"]`) ?? find('[tabindex], input, button')
    next?.focus()
  }, [state])
  return area
}

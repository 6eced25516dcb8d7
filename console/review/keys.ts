import { useEffect, useLayoutEffect, useRef } from 'react'

/** Single keys of the desk. They rest while somebody types, while a dialog is open and with a modifier held. */
export function useKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys)
  // Before the screen shows what a key is for, the key does it.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = latest.current[event.key.toLowerCase()]
      if (!action || event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function isTaken(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog') !== null
}

import { useEffect } from 'react'

/** Single keys of the desk. They rest while somebody types, while a dialog is open and with a modifier held. */
export function useKeys(keys: Record<string, () => void>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = keys[event.key.toLowerCase()]
      if (!action || event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [keys])
}

function isTaken(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog') !== null
}

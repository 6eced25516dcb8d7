import { type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { observable } from '../observable.ts'
import { focusTitle } from './focus.ts'

let openCount = 0
const isOpen = observable(false)

export const useModalOpen = isOpen.useValue

function countModal(change: 1 | -1): void {
  openCount += change
  isOpen.set(openCount > 0)
}

type Modal = {
  isLocked?: boolean
  /** Called when the user wants to close it. The owner then stops rendering it. */
  onClose?: () => void
}

/** The button that opened a dialog may be gone after it. */
function focusTitleIfLost(): void {
  if (document.activeElement === document.body) focusTitle({ preventScroll: true })
}

/** The props of a `<dialog>` that is modal while it is rendered. It takes the focus and returns it afterwards. */
export function useModal({ isLocked = false, onClose }: Modal) {
  const ref = useRef<HTMLDialogElement>(null)
  const isRendered = useRef(false)
  // The browser returns the focus only if the dialog closes before it leaves the page.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    countModal(1)
    isRendered.current = true
    return () => {
      isRendered.current = false
      dialog?.close()
      countModal(-1)
      queueMicrotask(focusTitleIfLost)
    }
  }, [])
  return {
    ref,
    // Close at once: the browser does it later, and a key pressed in between would be lost.
    onCancel: (event: SyntheticEvent) => {
      // A file chooser inside sends this event too.
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      if (!isLocked) onClose?.()
    },
    onClose: ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
      if (currentTarget.open || !isRendered.current) return
      // Browsers close it at a second Escape even if the event was cancelled.
      if (isLocked) currentTarget.showModal()
      else onClose?.()
    },
  }
}

import { historyIndex, isPlainPress } from '@stampus/ui/browser/history'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'

type Props = {
  isUnsaved: boolean
  children?: string
}

/** Asks before the operator leaves unsaved changes by a link, the back button, `confirmLeave` or closing the tab. */
export function UnsavedGuard({ isUnsaved, children = 'Your changes are not saved.' }: Props) {
  const navigate = useNavigate()
  const [leave, setLeave] = useState<{ now: () => void }>()
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!isUnsaved) return
    const position = historyIndex()
    const stopUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const stopLink = (event: MouseEvent) => {
      const path = ownPath(event)
      if (path === undefined) return
      event.preventDefault()
      event.stopPropagation()
      setLeave({ now: () => navigate(path) })
    }
    // The address has changed already, so go back to it.
    const stopHistoryStep = () => {
      const steps = historyIndex() - position
      if (isLeaving.current) return false
      if (steps === 0) return true
      history.go(-steps)
      setLeave({
        now: () => {
          isLeaving.current = true
          history.go(steps)
        },
      })
      return true
    }
    addEventListener('beforeunload', stopUnload)
    document.addEventListener('click', stopLink, true)
    guard = { leave: (now) => setLeave({ now }), step: stopHistoryStep }
    return () => {
      removeEventListener('beforeunload', stopUnload)
      document.removeEventListener('click', stopLink, true)
      guard = undefined
    }
  }, [isUnsaved, navigate])
  if (!leave) return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      action="Leave"
      onConfirm={() => {
        setLeave(undefined)
        leave.now()
      }}
      onClose={() => setLeave(undefined)}
    >
      <p>{children}</p>
    </ConfirmDialog>
  )
}

/** The path below /console of a link that was clicked without modifier keys. */
function ownPath(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || !isPlainPress(event) || link.target || link.origin !== location.origin) return undefined
  return link.pathname.startsWith('/console')
    ? `${link.pathname.slice('/console'.length) || '/'}${link.search}`
    : undefined
}

/** What the shown guard does: before leaving, and at a step through the history; true hides the step from the router. */
let guard: { leave: (go: () => void) => void; step: () => boolean } | undefined

/** Calls `go`, after a confirmation if there are unsaved changes. */
export function confirmLeave(go: () => void): void {
  if (guard) guard.leave(go)
  else go()
}

// Registered when the app loads: it must run before the router's listener to stop the event.
addEventListener('popstate', (event) => {
  if (guard?.step()) event.stopImmediatePropagation()
})

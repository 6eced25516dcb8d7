import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'

type Props = {
  unsaved: boolean
  /** What is lost. */
  children?: string
}

/** Asks before a page with unsaved changes is left: by a link, by the way back, by whoever asks, or with the tab. */
export function UnsavedGuard({ unsaved, children = 'What you changed here is not saved yet.' }: Props) {
  const navigate = useNavigate()
  const [leave, setLeave] = useState<{ now: () => void }>()
  const leaving = useRef(false)
  useEffect(() => {
    if (!unsaved) return
    const place = placeInHistory()
    const stopUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const stopLink = (event: MouseEvent) => {
      const path = ownPath(event)
      if (path === undefined) return
      event.preventDefault()
      event.stopPropagation()
      setLeave({ now: () => navigate(path) })
    }
    // The address has changed already: it is put back.
    const stopWayBack = () => {
      const steps = placeInHistory() - place
      if (leaving.current) return false
      if (steps === 0) return true
      history.go(-steps)
      setLeave({
        now: () => {
          leaving.current = true
          history.go(steps)
        },
      })
      return true
    }
    addEventListener('beforeunload', stopUnload)
    document.addEventListener('click', stopLink, true)
    const stopWatching = guardHistory(stopWayBack)
    const stopAsking = setLeaveGuard((now) => setLeave({ now }))
    return () => {
      removeEventListener('beforeunload', stopUnload)
      document.removeEventListener('click', stopLink, true)
      stopWatching()
      stopAsking()
    }
  }, [unsaved, navigate])
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

/** React Router counts the entries of the history. */
function placeInHistory(): number {
  return Number(history.state?.idx ?? 0)
}

/** The path below /console that a plain press of a link leads to. */
function ownPath(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
  if (!link || elsewhere || link.target || link.origin !== location.origin) return undefined
  return link.pathname.startsWith('/console')
    ? `${link.pathname.slice('/console'.length) || '/'}${link.search}`
    : undefined
}

type Ask = (go: () => void) => void

/** Whoever has something unsaved. */
let asks: Ask | undefined

/** Leaves by `go`, once whoever has something unsaved was asked. */
export function confirmLeave(go: () => void): void {
  if (asks) asks(go)
  else go()
}

/** Is asked before anybody leaves, until the answer is called. */
function setLeaveGuard(ask: Ask): () => void {
  asks = ask
  return () => {
    asks = undefined
  }
}

/** Asked at every step through the history; true keeps it from the router. */
let keeps: (() => boolean) | undefined

// Loaded with the app: only whoever listens before the router can keep a step from it.
addEventListener('popstate', (event) => {
  if (keeps?.()) event.stopImmediatePropagation()
})

/** Asks before each step through the history, until the answer is called. */
function guardHistory(ask: () => boolean): () => void {
  keeps = ask
  return () => {
    keeps = undefined
  }
}

import { useModal } from '@stampus/ui/browser/modal'
import { type RefObject, useEffect, useRef } from 'react'
import { SignInPage } from './SignInPage.tsx'

/** The sign-in dialog after the session has ended. It keeps the typed text, the email and the focus. */
export function SignInAgain({ email, lastFocus }: { email: string; lastFocus: RefObject<Element | null> }) {
  const modal = useModal({ isLocked: true })
  const { ref: dialog } = modal
  useEffect(() => {
    dialog.current?.querySelector<HTMLElement>('[name=password]')?.focus()
    return () => {
      if (lastFocus.current instanceof HTMLElement) lastFocus.current.focus()
    }
  }, [dialog, lastFocus])
  return (
    <dialog
      {...modal}
      data-sign-in-again
      aria-label="Sign in again"
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-paper p-0 text-ink"
    >
      <SignInPage email={email} why="Your session has ended. Sign in again. What you typed is still here." />
    </dialog>
  )
}

/** The last focused element of the page. A form that is being saved has lost the focus before its 401 arrives. */
export function useLastFocus(): RefObject<Element | null> {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.closest('[data-sign-in-again]')) last.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  return last
}

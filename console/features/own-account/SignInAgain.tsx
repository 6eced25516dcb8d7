import { type RefObject, useEffect, useRef } from 'react'
import { registerModal } from '../../shared/dialogs/modals.ts'
import { SignInPage } from './SignInPage.tsx'

/** The sign-in over a console whose session has ended: the typed text, the email and the focus are kept. */
export function SignInAgain({ email, lastFocus }: { email: string; lastFocus: RefObject<Element | null> }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    const noteClosed = registerModal()
    dialog.current?.querySelector<HTMLElement>('[name=password]')?.focus()
    return () => {
      noteClosed()
      if (lastFocus.current instanceof HTMLElement) lastFocus.current.focus()
    }
  }, [lastFocus])
  return (
    <dialog
      ref={dialog}
      data-sign-in-again
      aria-label="Sign in again"
      // A browser may close it at a second Escape, whatever is said against it.
      onClose={({ currentTarget }) => currentTarget.showModal()}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-paper p-0 text-ink"
    >
      <SignInPage email={email} why="Your session has ended. Sign in again; what you typed is still here." />
    </dialog>
  )
}

/** What had the focus last on the page itself. A form that is being saved has lost it by the time the session is found ended. */
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

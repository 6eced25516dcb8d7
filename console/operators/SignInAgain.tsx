import { useEffect, useRef } from 'react'
import { SignInPage } from './SignInPage.tsx'

/** The sign-in over a console whose session has ended: what was typed stands behind it. */
export function SignInAgain() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label="Sign in again"
      // A browser may close it at a second Escape, whatever is said against it.
      onClose={({ currentTarget }) => currentTarget.showModal()}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-paper p-0 text-ink"
    >
      <SignInPage why="Your session has ended. Sign in again; what you typed is still here." />
    </dialog>
  )
}

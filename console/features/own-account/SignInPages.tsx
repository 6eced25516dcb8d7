import { hasStatus } from '@stampus/contract/client'
import { confirmSignIn, setOperatorPassword, signIn, unlockSignIn } from '@stampus/contract/console/operators'
import { texts } from '@stampus/contract/texts'
import { useModal } from '@stampus/ui/browser/modal'
import { generalError } from '@stampus/ui/fieldErrors'
import { Logo } from '@stampus/ui/Logo'
import { PasswordByLink, UnlockByLink } from '@stampus/ui/sign-in/MailedLink'
import { SignIn } from '@stampus/ui/sign-in/SignIn'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { CallError, call } from '../../shared/api/api.ts'
import { startSession } from '../../shared/api/queries.ts'
import { settings } from '../../shared/settings.ts'
import { requireSame, words } from './words.ts'

export function SignInPage(props: { why?: string; email?: string }) {
  return (
    <SignIn
      {...props}
      words={words}
      Frame={SignInFrame}
      signIn={async (typed) => {
        const missing = {
          ...(!typed.email && { email: [texts.emailRequired] }),
          ...(!typed.password && { password: [texts.passwordRequired] }),
        }
        if (Object.keys(missing).length > 0) throw new CallError(422, { errors: missing })
        return (await call(signIn, typed)).data
      }}
      confirm={async (typed) => (await call(confirmSignIn, typed)).data}
      onSignedIn={startSession}
    />
  )
}

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

const link = { words, Frame, next: '/console/' }

export const PasswordPage = () => (
  <PasswordByLink
    {...link}
    act={async ({ repeated, ...sent }) => {
      requireSame(sent.password, repeated)
      try {
        return (await call(setOperatorPassword, sent)).message
      } catch (error) {
        if (!hasStatus(error, 422) || !generalError(error, ['password'])) throw error
        throw new CallError(422, { message: `${error.message} A manager can send you another link.` })
      }
    }}
  />
)

export const UnlockPage = () => (
  <UnlockByLink {...link} act={async (mailed) => (await call(unlockSignIn, mailed)).message} />
)

type FrameProps = { title: string; line?: string; tab?: string; children: ReactNode }

function Frame({ title, line = `${settings.product_name} console`, tab = title, children }: FrameProps) {
  useEffect(() => {
    const before = document.title
    document.title = `${tab} · ${settings.product_name} Console`
    return () => {
      document.title = before
    }
  }, [tab])
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="grid w-full max-w-sm gap-5 rounded-sheet border border-line bg-sheet p-6 shadow-sheet">
        <div className="flex items-center gap-3">
          <Logo className="size-11" />
          <div className="min-w-0">
            <h1 tabIndex={-1} className="font-bold text-title outline-none">
              {title}
            </h1>
            <p className="text-small text-muted">{line}</p>
          </div>
        </div>
        {children}
      </div>
    </main>
  )
}

function SignInFrame(props: FrameProps) {
  return <Frame {...props} line={`${settings.product_name} operators only`} tab={words.signIn} />
}

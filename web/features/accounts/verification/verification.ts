import { checkVerificationLink, logout, type User, verifyEmail } from '@stampus/contract/accounts'
import type { InputOf } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import * as words from '#words'
import { call, refreshUser } from '../../../shared/api/api.ts'
import { CallError } from '../../../shared/api/CallError.ts'
import { linkTo } from '../../../shared/paths.ts'
import { settings } from '../../../shared/settings.ts'
import { signIn, useSession } from '../../../shared/storage/session.ts'
import { showToast } from '../../../shared/toasts.ts'
import type { MailedLink } from '../mailedLink.tsx'

type Passwords = Pick<InputOf<typeof verifyEmail>, 'password' | 'new_password'>

type VerificationState =
  | { name: 'verifying' }
  /** `go` switches to the link's account; `isUsed`: the link is already used up. */
  | { name: 'other'; email: string; current: string; isUsed: boolean; go: () => void }
  /** `account` is the current address of an account that asked to change it to `email`. */
  | { name: 'question'; email: string; account: string | undefined }
  | { name: 'success' }
  | { name: 'error'; message: string; retry?: () => void }

/** `answer` sends the link with the typed password. It throws the errors that belong in the form. */
export function useVerification(link: MailedLink) {
  const navigate = useNavigate()
  const started = useRef(false)
  /** The account that the user agreed to leave. */
  const leaving = useRef<number>(undefined)
  const [state, setState] = useState<VerificationState>({ name: 'verifying' })

  function finish(token: string, user: User): void {
    const { user: former, token: formerToken } = useSession.getState()
    const isSwitch = former !== null && former.id !== user.id
    if (isSwitch && formerToken) void call(logout, {}, { token: formerToken }).catch(() => undefined)
    // "Remember me" was the former member's choice, so it does not apply to the new one.
    signIn({ token, user, ...(isSwitch && { remember: false }) })
    showToast({ type: 'success', title: words.verifiedTitle, message: words.verifiedText })
    navigate(linkTo('home'), { replace: true })
  }

  async function open(passwords: Passwords): Promise<void> {
    const { token, user } = await call(verifyEmail, { ...link, ...passwords })
    if (!token || !user) {
      await refreshUser({ startUp: true }).catch(() => undefined)
      return setState({ name: 'success' })
    }
    const current = useSession.getState().user
    if (!current || current.id === user.id || current.id === leaving.current) return finish(token, user)
    const go = () => finish(token, user)
    setState({ name: 'other', email: user.email, current: current.email, isUsed: true, go })
  }

  async function begin(): Promise<void> {
    setState({ name: 'verifying' })
    try {
      const check = settings.checks_verification_links ? await checkLink(link) : undefined
      const go = async () => {
        if (check?.needs_password) setState({ name: 'question', email: check.email, account: check.current_email })
        else await open({})
      }
      const current = useSession.getState().user
      if (!check || !current || check.is_own || check.is_verified) return await go()
      const proceed = () => {
        leaving.current = current.id
        void go().catch(fail)
      }
      const email = check.current_email ?? check.email
      setState({ name: 'other', email, current: current.email, isUsed: false, go: proceed })
    } catch (error) {
      fail(error)
    }
  }

  function fail(error: unknown): void {
    const again = isTemporary(error) ? { retry: () => void begin() } : {}
    setState({ name: 'error', message: (error instanceof CallError && error.message) || texts.linkInvalid, ...again })
  }

  async function answer(passwords: Passwords): Promise<void> {
    try {
      await open(passwords)
    } catch (error) {
      const isBadLink = error instanceof CallError && error.status === 422 && Object.keys(error.errors).length === 0
      if (!isBadLink) throw error
      fail(error)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link works once, so it must not be sent twice
  useEffect(() => {
    if (started.current) return
    started.current = true
    void begin()
  }, [])
  return { state, answer }
}

const checkLink = async (link: MailedLink) => (await call(checkVerificationLink, link)).data

function isTemporary(error: unknown): boolean {
  return error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500)
}

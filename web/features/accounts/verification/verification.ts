import { checkVerificationLink, logout, type User, verifyEmail } from '@stampus/contract/accounts'
import type { InputOf } from '@stampus/contract/endpoint'
import * as texts from '@stampus/contract/texts'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import * as words from '#words'
import { call, refreshUser } from '../../../shared/api/api.ts'
import { CallError } from '../../../shared/api/CallError.ts'
import { linkTo } from '../../../shared/paths.ts'
import { settings } from '../../../shared/settings.ts'
import { signIn, useSession } from '../../../shared/storage/session.ts'
import { notify } from '../../../shared/toasts.ts'

export type LinkValues = { id: string; hash: string; expires: string; signature: string }
type Passwords = Pick<InputOf<typeof verifyEmail>, 'password' | 'new_password'>

export type Verifying =
  | { name: 'verifying' }
  /** Somebody else is signed in here: `go` switches to the account of the link, which may be used already. */
  | { name: 'other'; email: string; current: string; isUsed: boolean; go: () => void }
  /** `account` is the present address of an account that asked for `email` instead (D-22). */
  | { name: 'question'; email: string; account: string | undefined }
  | { name: 'success' }
  | { name: 'error'; message: string; retry?: () => void }

/**
 * Takes a verification link through its states (S-4.08, S-4.09, D-23). `answer` uses the link with what the person
 * typed; it throws the faults that belong under a field or beside the form.
 */
export function useVerifying(link: LinkValues) {
  const navigate = useNavigate()
  const started = useRef(false)
  /** The account that the person has agreed to leave. */
  const leaving = useRef<number>(undefined)
  const [state, setState] = useState<Verifying>({ name: 'verifying' })

  function finish(token: string, user: User): void {
    const { user: former, token: formerToken } = useSession.getState()
    const isSwitch = former !== null && former.id !== user.id
    if (isSwitch && formerToken) void call(logout, {}, { token: formerToken }).catch(() => undefined)
    // What one member wished to be remembered says nothing of another.
    signIn({ token, user, ...(isSwitch && { remember: false }) })
    notify({ type: 'success', title: words.verifiedTitle, message: words.verifiedText })
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
      const asked = settings.checks_verification_links ? await whatItNeeds(link) : undefined
      const go = async () => {
        if (asked?.needs_password) setState({ name: 'question', email: asked.email, account: asked.current_email })
        else await open({})
      }
      const current = useSession.getState().user
      if (!asked || !current || asked.is_own || asked.is_verified) return await go()
      const proceed = () => {
        leaving.current = current.id
        void go().catch(fail)
      }
      const email = asked.current_email ?? asked.email
      setState({ name: 'other', email, current: current.email, isUsed: false, go: proceed })
    } catch (fault) {
      fail(fault)
    }
  }

  function fail(fault: unknown): void {
    const again = isTemporary(fault) ? { retry: () => void begin() } : {}
    setState({ name: 'error', message: (fault instanceof CallError && fault.message) || texts.linkInvalid, ...again })
  }

  async function answer(passwords: Passwords): Promise<void> {
    try {
      await open(passwords)
    } catch (fault) {
      const isBadLink = fault instanceof CallError && fault.status === 422 && Object.keys(fault.errors).length === 0
      if (!isBadLink) throw fault
      fail(fault)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is tried once, a second use brings no session
  useEffect(() => {
    if (started.current) return
    started.current = true
    void begin()
  }, [])
  return { state, answer }
}

async function whatItNeeds(link: LinkValues) {
  return (await call(checkVerificationLink, link)).data
}

/** Whether trying again may help: no network, too many calls, or a fault of the server. */
function isTemporary(fault: unknown): boolean {
  return fault instanceof CallError && (fault.status === 0 || fault.status === 429 || fault.status >= 500)
}

import type { User } from '@stampus/contract/accounts'
import { MEMBER_COOKIE } from '@stampus/contract/settings'
import { create } from 'zustand'
import { tryStorage } from './tryStorage.ts'

/** S-3.01. `remember` unticked ends the session with the browser (D-12). */
export type Session = { token: string | null; refreshToken: string | null; user: User | null; remember: boolean }

/** Why a session of this tab ended; the guard takes it to the login page, which says it in words. */
export type EndReason = 'signed_out' | 'session_expired' | 'suspended'

const SESSION_KEY = 'session'
const TOKEN_KEY = 'token'
const signedOut: Session = { token: null, refreshToken: null, user: null, remember: false }

/** The session as a component sees it. `ended` stays set until the guard has sent the person to the login page. */
export const useSession = create<Session & { ended: EndReason | null }>(() => ({ ...storedAtStart(), ended: null }))

/** Takes over what login, register or a verification link answered. */
export function signIn(given: {
  token: string
  user: User
  refreshToken?: string | undefined
  remember?: boolean
}): void {
  const { token, user, refreshToken = null, remember = useSession.getState().remember } = given
  if (!remember) markBrowserRun()
  keep({ token, user, refreshToken, remember })
}

/** Forgets token, user and refresh token (S-4.01), in every tab. Without a reason the page stays where it is. */
export function endSession(reason: EndReason | null): void {
  clearBrowserRun()
  keep(signedOut, reason)
}

/** The login page is reached: the end of the session needs no further step. */
export function acknowledgeEnd(): void {
  useSession.setState({ ended: null })
}

/** S-3.02. */
export function mergeUser(fields: Partial<User>): void {
  const { user, ended: _, ...session } = useSession.getState()
  if (session.token) keep({ ...session, user: { ...user, ...fields } as User })
}

/** Keeps the tabs in step: another tab's login or logout arrives here at once. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === SESSION_KEY || key === null) useSession.setState({ ...stored(), ended: null })
  })
}

function keep(session: Session, ended: EndReason | null = null): void {
  // Where it cannot be stored it lives in this page alone, and none from before stays behind.
  if (!session.token || !store(session, session.token)) forgetStored()
  markMember(session.token !== null)
  useSession.setState({ ...session, ended })
}

function store(session: Session, token: string): boolean {
  const stored = tryStorage(() => {
    localStorage.setItem(TOKEN_KEY, token)
    localStorage.setItem(SESSION_KEY, JSON.stringify(session))
    return true
  })
  return stored === true
}

function forgetStored(): void {
  tryStorage(() => {
    localStorage.removeItem(TOKEN_KEY)
    localStorage.removeItem(SESSION_KEY)
  })
}

function storedAtStart(): Session {
  const session = stored()
  const isOver = !session.remember && !inSameBrowserRun()
  if (isOver) forgetStored()
  markMember(!isOver && session.token !== null)
  return isOver ? signedOut : session
}

function stored(): Session {
  try {
    const session: Session = { ...signedOut, ...JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') }
    return session.token && session.user ? session : signedOut
  } catch {
    return signedOut
  }
}

const MARK = 'stampus_run'
const YEAR_S = 31_536_000

/** Marks this run of the browser by a session cookie without a value of its own: it is gone when the browser ends (D-12). */
export function markBrowserRun(): void {
  writeMark(`${MARK}=1; SameSite=Strict`)
}

export function inSameBrowserRun(): boolean {
  return tryStorage(() => document.cookie.split('; ').includes(`${MARK}=1`)) ?? false
}

export function clearBrowserRun(): void {
  writeMark(`${MARK}=; Max-Age=0; SameSite=Strict`)
}

/** Tells the server, by a cookie that says no more, that no guest is here: the page is not to come as a guest sees it (D-12). */
export function markMember(isHere: boolean): void {
  // On the way from a mail or another site too.
  writeMark(`${MEMBER_COOKIE}=1; Max-Age=${isHere ? YEAR_S : 0}; SameSite=Lax`)
}

function writeMark(mark: string): void {
  tryStorage(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store answers too late to decide before the first paint
    document.cookie = `${mark}; Path=/`
  })
}

import type { User } from '@stampus/contract/accounts'
import { MEMBER_COOKIE } from '@stampus/contract/settings'
import { create } from 'zustand'
import { readCookie, writeCookie } from './cookies.ts'
import { tryStorage } from './tryStorage.ts'

/** Without `remember`, the session ends with the browser. */
export type Session = { token: string | null; refreshToken: string | null; user: User | null; remember: boolean }

export type EndReason = 'signed_out' | 'session_expired' | 'suspended'

const SESSION_KEY = 'session'
/** The vouchers that were opened on this device, which end with the session of their member. */
export const OPENED_VOUCHERS_KEY = 'vouchers'
const TOKEN_KEY = 'token'
const RUN_COOKIE = 'stampus_run'
const YEAR_S = 31_536_000
const signedOut: Session = { token: null, refreshToken: null, user: null, remember: false }

/** `ended` stays until the guard has opened the login page. `isFresh`: the server has said who the user is. */
export const useSession = create<Session & { ended: EndReason | null; isFresh: boolean }>(() => ({
  ...readAtStart(),
  ended: null,
  isFresh: false,
}))

export function signIn(given: {
  token: string
  user: User
  refreshToken?: string | undefined
  remember?: boolean
}): void {
  const { token, user, refreshToken = null, remember = useSession.getState().remember } = given
  // A session cookie, which the browser deletes when it closes, marks this run of the browser.
  if (!remember) writeCookie(`${RUN_COOKIE}=1; SameSite=Strict`)
  save({ token, user, refreshToken, remember })
}

/** Ends the session in all tabs. Without a reason, the page stays open. */
export function endSession(reason: EndReason | null): void {
  writeCookie(`${RUN_COOKIE}=; Max-Age=0; SameSite=Strict`)
  save(signedOut, reason)
}

export function acknowledgeEnd(): void {
  useSession.setState({ ended: null })
}

/** Changes the signed-in member. If nothing is new, the user stays the same object, and no page is rendered again. */
export function mergeUser(fields: Partial<User>): void {
  const { token, refreshToken, user: former, remember } = useSession.getState()
  if (!token) return
  const user = { ...former, ...fields } as User
  const isNew = JSON.stringify(user) !== JSON.stringify(former)
  save({ token, refreshToken, user: isNew ? user : former, remember })
}

export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === SESSION_KEY || key === null) useSession.setState({ ...readStored(), ended: null })
  })
}

function save(session: Session, ended: EndReason | null = null): void {
  if (session.user?.id !== useSession.getState().user?.id) removeOpenedVouchers()
  // If it cannot be stored, it lives in this page only, and no former session stays stored.
  const { token } = session
  const isStored = tryStorage(() => {
    if (!token) return false
    localStorage.setItem(TOKEN_KEY, token)
    localStorage.setItem(SESSION_KEY, JSON.stringify(session))
    return true
  })
  if (!isStored) removeStored()
  setMemberCookie(token !== null)
  useSession.setState({ ...session, ended, isFresh: true })
}

function removeStored(): void {
  tryStorage(() => {
    localStorage.removeItem(TOKEN_KEY)
    localStorage.removeItem(SESSION_KEY)
  })
  removeOpenedVouchers()
}

function removeOpenedVouchers(): void {
  tryStorage(() => localStorage.removeItem(OPENED_VOUCHERS_KEY))
}

function readAtStart(): Session {
  const session = readStored()
  const isOver = !session.remember && readCookie(RUN_COOKIE) !== '1'
  if (isOver) removeStored()
  setMemberCookie(!isOver && session.token !== null)
  return isOver ? signedOut : session
}

function readStored(): Session {
  try {
    const session: Session = { ...signedOut, ...JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') }
    return session.token && session.user ? session : signedOut
  } catch {
    return signedOut
  }
}

/** Tells the server with a cookie that a member is here, so that it does not render the page for a guest. */
function setMemberCookie(isHere: boolean): void {
  // Lax: also on links from mails and other sites.
  writeCookie(`${MEMBER_COOKIE}=1; Max-Age=${isHere ? YEAR_S : 0}; SameSite=Lax`)
}

import { type ReactNode, useEffect } from 'react'
import { type Location, Navigate, useLocation } from 'react-router'
import { linkTo } from '../../shared/paths.ts'
import { acknowledgeEnd, type EndReason, type Session, useSession } from '../../shared/storage/session.ts'
import type { Route } from './routes.tsx'
import { safeRedirect } from './urls.ts'

/** Shows the page if the visitor may see it, and redirects otherwise. Nothing else reads a route's access. */
export function Guard({ route, children }: { route: Route; children: ReactNode }) {
  const session = useSession()
  const location = useLocation()
  useFreshUser(route, location.pathname)
  useEffect(() => {
    if (route.name === 'login') acknowledgeEnd()
  }, [route.name])
  const redirect = destination(route, session, location)
  return redirect ? <Navigate to={redirect} replace /> : children
}

let hasStarted = false

/** Members' pages refresh the user on every visit, public pages once at the start. */
function useFreshUser(route: Route, pathname: string): void {
  useEffect(() => {
    const startUp = !hasStarted && route.access === 'public'
    hasStarted = true
    if (startUp || (route.access === 'member' && pathname)) void refresh(startUp).catch(() => undefined)
  }, [route.access, pathname])
}

/** The API client is not part of the first download. */
async function refresh(startUp: boolean): Promise<void> {
  if (!useSession.getState().token) return
  const { refreshUser } = await import('../../shared/api/api.ts')
  await refreshUser({ startUp })
}

function destination(route: Route, session: Session & { ended: EndReason | null }, at: Location): string | undefined {
  const { token, user, ended } = session
  const here = at.pathname + at.search + at.hash
  if (ended && route.name !== 'login') return loginAfter(ended, here)
  if (route.access === 'guest' && user) return afterSignIn(user.email_verified_at, at.search)
  if (route.access !== 'member') return undefined
  if (!token) return linkTo('login', {}, { redirect: here })
  return user?.email_verified_at ? undefined : linkTo('verifyEmail')
}

function loginAfter(ended: EndReason, here: string): string {
  if (ended === 'signed_out') return linkTo('login')
  return linkTo('login', {}, { reason: ended, redirect: ended === 'session_expired' ? here : undefined })
}

/** Where a guest page sends signed-in members: to verification, to the address they asked for, or home. */
function afterSignIn(verifiedAt: string | null, search: string): string {
  return verifiedAt ? safeRedirect(new URLSearchParams(search).get('redirect')) : linkTo('verifyEmail')
}

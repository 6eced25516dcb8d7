import { SkipLink } from '@stampus/ui/SkipLink'
import { BrowserRouter, matchRoutes, Navigate, Outlet, useLocation, useRoutes } from 'react-router'
import * as words from '#words'
import { OptionalPart } from '../shared/components/ErrorBoundary.tsx'
import { lazyPart } from '../shared/components/lazyPart.tsx'
import { routes } from './routes/routes.tsx'
import { useScrollRestoration } from './routes/scrollRestoration.ts'
import { normalizePath } from './routes/urls.ts'
import { Header } from './shell/Header.tsx'
import { Screen } from './shell/Screen.tsx'

const table = [
  { element: <Layout />, children: routes.map((route) => ({ path: route.path, element: <Screen route={route} /> })) },
]

export function App() {
  return (
    // A page that is there stands in the next frame; a transition would keep the one before it for a while.
    <BrowserRouter useTransitions={false}>
      <Pages />
    </BrowserRouter>
  )
}

/** Another form of an address leads to its one form, so that links and tabs need to know only that one. */
export function Pages() {
  const { pathname, search, hash, state } = useLocation()
  const tidy = normalizePath(pathname)
  return tidy === pathname ? <Found /> : <Navigate to={{ pathname: tidy, search, hash }} state={state} replace />
}

/** An address with a line break in it matches no pattern of the router, not even the last one: it is not found (S-2.37). */
function Found() {
  const location = useLocation()
  return useRoutes(table, matchRoutes(table, location) ? location : '/not-found')
}

const DeferredShell = lazyPart(() => import('./shell/DeferredShell.tsx'), 'DeferredShell')

/** What stands around every page. */
export function Layout() {
  useScrollRestoration()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink href="#main">{words.skipToContent}</SkipLink>
      <Header />
      <OptionalPart>
        <DeferredShell />
      </OptionalPart>
      <Outlet />
    </div>
  )
}

import { SkipLink } from '@stampus/ui/SkipLink'
import { BrowserRouter, matchRoutes, Navigate, Outlet, useLocation, useRoutes } from 'react-router'
import * as words from '#words'
import { OptionalPart } from '../shared/components/ErrorBoundary.tsx'
import { plainPart } from '../shared/components/LazyPart.tsx'
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
    // A transition would keep the previous page on screen for a moment.
    <BrowserRouter useTransitions={false}>
      <Pages />
    </BrowserRouter>
  )
}

/** Redirects every spelling of a path to its normal form, so that links and tabs only need to know one. */
export function Pages() {
  const { pathname, search, hash, state } = useLocation()
  const tidy = normalizePath(pathname)
  return tidy === pathname ? <Found /> : <Navigate to={{ pathname: tidy, search, hash }} state={state} replace />
}

/** A path with a line break matches no route, not even `*`. Such a path is not found. */
function Found() {
  const location = useLocation()
  return useRoutes(table, matchRoutes(table, location) ? location : '/not-found')
}

const DeferredShell = plainPart(() => import('./shell/DeferredShell.tsx'), 'DeferredShell')

function Layout() {
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

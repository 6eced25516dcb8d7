import { Logo } from '@stampus/ui/Logo'
import { SkipLink } from '@stampus/ui/SkipLink'
import { BrowserRouter, matchRoutes, Navigate, Outlet, useLocation, useRoutes } from 'react-router'
import * as words from '#words'
import { useAnyLoading } from '../shared/api/loading.ts'
import { OptionalPart } from '../shared/components/ErrorBoundary.tsx'
import { LanguageLink, otherLanguageName } from '../shared/components/LanguageLink.tsx'
import { lazyPart, plainPart } from '../shared/components/LazyPart.tsx'
import { ButtonLink, Link } from '../shared/components/Link.tsx'
import { otherLanguage } from '../shared/language.ts'
import { linkTo } from '../shared/paths.ts'
import { settings } from '../shared/settings.ts'
import { useSession } from '../shared/storage/session.ts'
import { routes } from './routes/routes.tsx'
import { useScrollRestoration } from './routes/scrollRestoration.ts'
import { normalizePath } from './routes/urls.ts'
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

const AvatarMenu = lazyPart(() => import('./shell/AvatarMenu.tsx'), 'AvatarMenu')

function Header() {
  const signedIn = useSession((session) => session.user !== null)
  return (
    <header className="relative pt-[env(safe-area-inset-top)] print:hidden">
      <div className="mx-auto flex min-h-16 max-w-5xl flex-wrap items-center justify-between gap-x-[min(1rem,5vw)] px-4 sm:px-6">
        <Link
          to={linkTo('home')}
          className="flex min-h-11 min-w-0 items-center gap-[min(0.625rem,3.1vw)] rounded-control font-bold text-lead"
        >
          <Logo className="size-[min(2.25rem,11.25vw)] shrink-0" />
          <span className="truncate text-[min(1.1875rem,6.5vw)]">{settings.product_name}</span>
        </Link>
        {signedIn ? (
          <OptionalPart fallback={<span className="size-10 rounded-chip bg-line" />}>
            <AvatarMenu />
          </OptionalPart>
        ) : (
          <div className="flex items-center gap-1">
            <LanguageLink className="grid size-11 place-items-center rounded-control font-semibold text-blue">
              <span aria-hidden="true">{otherLanguage === 'ms' ? 'BM' : 'EN'}</span>
              <span className="sr-only">{otherLanguageName}</span>
            </LanguageLink>
            <ButtonLink
              to={linkTo('login')}
              look="secondary"
              label={words.headerLogin}
              className="whitespace-nowrap px-5 max-[24rem]:px-2.5"
            />
          </div>
        )}
      </div>
      <Perforation />
    </header>
  )
}

function Perforation() {
  return useAnyLoading() ? <div className="my-0.5 h-1 animate-pulse bg-blue" /> : <div className="perforation" />
}

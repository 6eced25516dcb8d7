import { buttonClass } from '@stampus/ui/Button'
import { Logo } from '@stampus/ui/Logo'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useAnyLoading } from './loading.ts'
import { linkTo } from './paths.ts'
import { useSession } from './session.ts'
import { settings } from './settings.ts'

const AvatarMenu = lazy(async () => ({ default: (await import('./AvatarMenu.tsx')).AvatarMenu }))

export function Header() {
  const signedIn = useSession((session) => session.user !== null)
  return (
    <header className="relative border-line border-b pt-[env(safe-area-inset-top)]">
      <div className="mx-auto flex h-16 max-w-5xl items-center justify-between gap-4 px-4 sm:px-6">
        <Link
          to={linkTo('home')}
          className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-control font-bold text-lead"
        >
          <Logo className="size-9 shrink-0" />
          <span className="truncate">{settings.product_name}</span>
        </Link>
        {signedIn ? (
          <Suspense fallback={<span className="size-10 rounded-chip bg-line" />}>
            <AvatarMenu />
          </Suspense>
        ) : (
          <LoginLink />
        )}
      </div>
      <Underway />
    </header>
  )
}

/** S-2.05. */
function LoginLink() {
  return (
    <Link to={linkTo('login')} className={buttonClass('secondary', 'px-5')}>
      Login
    </Link>
  )
}

/** A line of ink under the header while anything is being sent. */
function Underway() {
  return useAnyLoading() ? <div className="absolute inset-x-0 -bottom-px h-0.5 animate-pulse bg-blue" /> : null
}

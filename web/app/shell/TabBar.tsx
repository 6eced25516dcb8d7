import { House, ReceiptText, Store, UserRound } from 'lucide-react'
import { useLocation } from 'react-router'
import * as words from '#words'
import { Link } from '../../shared/components/Link.tsx'
import { linkTo, type RouteName } from '../../shared/paths.ts'
import { Snap } from './snap/Snap.tsx'

type Tab = { label: string; to: string; icon: typeof House; routes: RouteName[] }

const tabs: Tab[] = [
  { label: words.tabHome, to: linkTo('home'), icon: House, routes: ['home'] },
  {
    label: words.tabMerchants,
    to: linkTo('merchants'),
    icon: Store,
    routes: ['merchants', 'merchant', 'merchantSlug'],
  },
  { label: words.tabHistory, to: linkTo('submissions'), icon: ReceiptText, routes: ['submissions', 'submission'] },
  { label: words.tabProfile, to: linkTo('profile'), icon: UserRound, routes: ['profile'] },
]

const tab =
  'flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 whitespace-nowrap rounded-control text-[min(0.875rem,4.2vw)] sm:text-small text-muted hover:text-blue focus-visible:-outline-offset-4 aria-[current=page]:font-semibold aria-[current=page]:text-blue sm:min-h-11 sm:flex-none sm:flex-row sm:gap-2 sm:px-4 sm:aria-[current=page]:bg-tint low:min-h-11 low:flex-1 low:flex-row low:gap-2 big:min-h-[max(44px,2rem)] big:basis-2/5 big:flex-row big:whitespace-normal big:text-[min(0.875rem,6.9vw)] big:leading-5'

/** A merchant's own page has a camera in its form; elsewhere it would cover figures or the buttons of forms. */
const withoutCamera = /^(merchantSlug|rewards?|history|stampHistory|contact)$/

export function TabBar({ current }: { current: RouteName }) {
  const { search } = useLocation()
  const hasCamera = !withoutCamera.test(current) && !(current === 'profile' && new URLSearchParams(search).has('edit'))
  return (
    <nav
      aria-label={words.tabBar}
      className="max-sm:[container-type:inline-size] low:[container-type:normal] fixed inset-x-0 bottom-0 z-10 print:hidden border-line border-t bg-sheet pb-[env(safe-area-inset-bottom)] sm:bottom-4 sm:mx-auto sm:w-max sm:rounded-sheet sm:border sm:pb-0 sm:shadow-lifted low:bottom-0 low:w-full low:rounded-none low:border-x-0 low:border-b-0 low:pb-[env(safe-area-inset-bottom)] low:shadow-none"
    >
      {hasCamera ? <Snap /> : null}
      <div className="mx-auto flex big:flex-wrap max-w-xl sm:gap-1 sm:p-1.5 low:p-0">
        {tabs.map(({ label, to, icon: Icon, routes }) => (
          <Link key={label} to={to} aria-current={routes.includes(current) ? 'page' : undefined} className={tab}>
            <Icon aria-hidden="true" className="size-6 sm:size-5 big:size-[min(1rem,7vw)]" />
            {label}
          </Link>
        ))}
      </div>
    </nav>
  )
}

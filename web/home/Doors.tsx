import { Megaphone, Store, Tag } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../app/lazyPart.ts'
import { linkTo } from '../app/paths.ts'

const UnreadBadge = lazyPart(() => import('./UnreadBadge.tsx'), 'UnreadBadge')

/** Where to go from home: merchants, deals, announcements (S-2.11, S-2.14). */
export function Doors() {
  return (
    <nav aria-label="Explore" className="grid grid-cols-3 gap-3 lg:grid-cols-1">
      <Door to={linkTo('merchants')} icon={Store} name="Merchants" about="Shops that give stamps" />
      <Door to={linkTo('deals')} icon={Tag} name="Deals" about="What is on this week" />
      <Door to={linkTo('announcements')} icon={Megaphone} name="Announcements" about="News from campus">
        <Suspense fallback={null}>
          <UnreadBadge />
        </Suspense>
      </Door>
    </nav>
  )
}

type DoorProps = {
  to: string
  icon: ComponentType<{ className?: string }>
  name: string
  about: string
  children?: ReactNode
}

function Door({ to, icon: Icon, name, about, children }: DoorProps) {
  return (
    <Link
      to={to}
      className="group relative flex min-h-24 flex-col items-center justify-center gap-1.5 rounded-sheet bg-sheet p-2 text-center shadow-sheet hover:text-blue lg:min-h-0 lg:flex-row lg:justify-start lg:gap-4 lg:p-4 lg:text-left"
    >
      <Icon className="size-6 shrink-0 text-blue" />
      <span className="min-w-0 lg:flex-1">
        <span className="block font-semibold text-small lg:text-body">{name}</span>
        <span className="hidden text-small text-soft lg:block">{about}</span>
      </span>
      {children}
    </Link>
  )
}

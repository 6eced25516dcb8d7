import { ChevronRight, Megaphone, Store, Tag } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { Extra } from '../app/Extra.tsx'
import { Link } from '../app/Link.tsx'
import { lazyPart } from '../app/lazyPart.ts'
import { linkTo } from '../app/paths.ts'

const UnreadBadge = lazyPart(() => import('./UnreadBadge.tsx'), 'UnreadBadge')

/** Where to go from home: merchants, deals, announcements (S-2.11, S-2.14). */
export function Doors() {
  return (
    <nav aria-label="Explore" className="divide-y divide-line rounded-sheet bg-sheet shadow-sheet">
      <Door to={linkTo('merchants')} icon={Store} name="Merchants" about="Where your receipts count" />
      <Door to={linkTo('deals')} icon={Tag} name="Popular Deals" about="What is on offer now" />
      <Door to={linkTo('announcements')} icon={Megaphone} name="Announcements" about="News from campus">
        <Extra>
          <UnreadBadge />
        </Extra>
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
      className="group flex min-h-16 items-center gap-4 px-4 py-3 first:rounded-t-sheet last:rounded-b-sheet hover:bg-wash focus-visible:-outline-offset-2"
    >
      <Icon className="size-6 shrink-0 text-blue" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{name}</span>
        <span className="block text-small text-soft">{about}</span>
      </span>
      {children}
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-soft group-hover:text-blue" />
    </Link>
  )
}

import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../shared/components/Link.tsx'

type QuickLinkProps = { to: string; icon: LucideIcon; name: string; about: string; children?: ReactNode }

export function QuickLink({ to, icon: Icon, name, about, children }: QuickLinkProps) {
  return (
    <Link
      to={to}
      className="group flex min-h-16 flex-wrap items-center gap-3 px-[min(1rem,5vw)] sm:gap-4 sm:px-4 py-3 first:rounded-t-sheet last:rounded-b-sheet hover:bg-tint focus-visible:-outline-offset-2"
    >
      <Icon className="size-6 shrink-0 text-blue max-[20rem]:-order-1" />
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-semibold text-[min(1rem,7.8vw)]">{name}</span>
        <span className="block text-small text-muted">{about}</span>
      </span>
      {children}
      <ChevronRight
        aria-hidden="true"
        className="hidden size-5 shrink-0 text-muted group-hover:text-blue min-[22rem]:block"
      />
    </Link>
  )
}

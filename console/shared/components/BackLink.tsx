import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router'

/** The way back to the list a page belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="-ml-1 inline-flex min-h-11 items-center gap-1 justify-self-start text-blue print:hidden">
      <ChevronLeft aria-hidden="true" className="size-4" />
      {children}
    </Link>
  )
}

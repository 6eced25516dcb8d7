import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

/** A link back: to where the visitor came from, or to `to` where the page was opened directly. */
export function BackLink({ to, children = 'Back' }: { to: string; children?: string }) {
  const navigate = useNavigate()
  const openedDirectly = useLocation().key === 'default'
  const goBack = (event: MouseEvent) => {
    if (openedDirectly || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    navigate(-1)
  }
  return (
    <Link
      to={to}
      onClick={goBack}
      className="-ml-1 mb-2 inline-flex min-h-11 items-center gap-1.5 rounded-control px-1 font-semibold text-blue underline-offset-4 hover:underline"
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
      {children}
    </Link>
  )
}

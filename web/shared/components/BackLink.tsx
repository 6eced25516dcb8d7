import { historyIndex, isPlainPress } from '@stampus/ui/browser/history'
import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import * as words from '#words'
import { Link } from './Link.tsx'

type Props = {
  to: string
  /** Whether going back in history leads to the right page. Default: whether the app has a page before this one. */
  cameFrom?: boolean
  children?: string
}

/** A link back to where the visitor came from, or to `to` if the page was opened directly. */
export function BackLink({ to, cameFrom, children = words.back }: Props) {
  const navigate = useNavigate()
  const goBack = (event: MouseEvent) => {
    if (!(cameFrom ?? historyIndex() > 0) || !isPlainPress(event)) return
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

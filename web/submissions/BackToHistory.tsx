import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { linkTo } from '../app/paths.ts'

/** S-2.28. From the history it goes back to the very place in it; from elsewhere to its top. */
export function BackToHistory() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const goBack = (event: MouseEvent) => {
    const other = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
    if (other || !(state as { fromHistory?: boolean } | null)?.fromHistory) return
    event.preventDefault()
    navigate(-1)
  }
  return (
    <Link
      to={linkTo('submissions')}
      onClick={goBack}
      className="-ml-1 mb-2 inline-flex min-h-11 items-center gap-1.5 rounded-control px-1 font-semibold text-blue underline-offset-4 hover:underline"
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
      Back to History
    </Link>
  )
}

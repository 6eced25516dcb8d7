import { Prose as Bare } from '@stampus/ui/Prose'
import { type MouseEvent, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { servedApart } from '../../shared/components/servedApart.ts'
import { harmless } from './html.ts'

/** Announcement HTML, formatted and harmless (S-3.04). Its links into this app open without loading the app again. */
export function Prose({ html }: { html: string }) {
  const navigate = useNavigate()
  const safe = useMemo(() => harmless(html), [html])
  const follow = (event: MouseEvent) => {
    const path = ownPath(event)
    if (path === undefined) return
    event.preventDefault()
    navigate(path)
  }
  return <Bare html={safe} onClick={follow} />
}

function ownPath(event: MouseEvent): string | undefined {
  const link = (event.target as Element).closest('a')
  const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
  if (!link || elsewhere || link.origin !== location.origin || servedApart.test(link.pathname)) return undefined
  return link.pathname + link.search + link.hash
}

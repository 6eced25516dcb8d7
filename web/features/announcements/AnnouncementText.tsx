import { Prose as Bare } from '@stampus/ui/Prose'
import DOMPurify from 'dompurify'
import { type MouseEvent, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { fileUrl } from '../../shared/api/api.ts'
import { serverPaths } from '../../shared/serverPaths.ts'

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
  if (!link || elsewhere || link.origin !== location.origin || serverPaths.test(link.pathname)) return undefined
  return link.pathname + link.search + link.hash
}

const ALLOWED_TAGS = 'p h2 h3 ul ol li strong em b i u a blockquote table thead tbody tr th td caption br hr'.split(' ')
const ALLOWED_ATTR = ['href', 'rel', 'colspan', 'rowspan', 'scope']
const only = { ALLOWED_TAGS, ALLOWED_ATTR, ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false }

/** Announcement HTML made harmless once more before it is shown (D-35): no styles, no scripts, no pictures from elsewhere. */
export function harmless(html: string): string {
  const fragment = DOMPurify.sanitize(html, { ...only, RETURN_DOM_FRAGMENT: true })
  for (const link of fragment.querySelectorAll('a')) {
    link.setAttribute('rel', 'noopener')
    const href = link.getAttribute('href') ?? ''
    if (href.startsWith('/media/')) link.setAttribute('href', fileUrl(href))
  }
  const holder = document.createElement('div')
  holder.append(fragment)
  return holder.innerHTML
}

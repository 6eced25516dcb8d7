import DOMPurify from 'dompurify'
import { fileUrl } from '../../shared/api/api.ts'

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

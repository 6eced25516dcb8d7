import { type MouseEvent, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { harmless } from './html.ts'

const look =
  'grid gap-4 [&_a]:text-blue [&_a]:underline [&_a]:underline-offset-4 [&_blockquote]:border-blue [&_blockquote]:border-l-4 [&_blockquote]:pl-4 [&_blockquote]:text-soft [&_h2]:mt-2 [&_h2]:font-bold [&_h2]:text-lead [&_h3]:font-bold [&_ol]:list-decimal [&_ol]:pl-6 [&_table]:w-full [&_td]:border-line [&_td]:border-t [&_td]:py-2 [&_td]:pr-4 [&_td]:align-top [&_th]:py-2 [&_th]:pr-4 [&_th]:text-left [&_ul]:list-disc [&_ul]:pl-6'

/** Announcement HTML, formatted and harmless (S-3.04). Its links into this app open without loading the app again. */
export function Prose({ html }: { html: string }) {
  const navigate = useNavigate()
  const __html = useMemo(() => harmless(html), [html])
  const follow = (event: MouseEvent) => {
    const path = ownPath(event)
    if (path === undefined) return
    event.preventDefault()
    navigate(path)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links within are what is pressed, by keyboard too
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it passed DOMPurify, and the server's sanitiser before it
    <div className={look} onClick={follow} dangerouslySetInnerHTML={{ __html }} />
  )
}

function ownPath(event: MouseEvent): string | undefined {
  const link = (event.target as Element).closest('a')
  const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
  if (!link || elsewhere || link.origin !== location.origin) return undefined
  return link.pathname + link.search + link.hash
}

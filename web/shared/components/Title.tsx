import type { Language } from '@stampus/contract/values/languages'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { settings } from '../settings.ts'

/** `shown`: the same text with markup. `lang`: its language, if it is not that of the page. */
type Props = { children: string; shown?: ReactNode; lang?: Language | undefined; className?: string }

/** With large text, a title with a long word is smaller, so that the word fits on one line of a phone. */
function sizeFor(title: string): string {
  if (/\S{12}/.test(title)) return '[--text-title:min(1.75rem,9.2vw)]'
  return /\S{10}/.test(title) ? '[--text-title:min(1.75rem,10.8vw)]' : ''
}

/** Names the tab, and takes the focus after a navigation, so that screen readers announce the page. */
export function Title({ children, shown = children, lang, className = 'text-title font-bold' }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrived = useLocation().key !== 'default'
  useEffect(() => {
    document.title = `${children} · ${settings.product_name}`
  }, [children])
  useEffect(() => {
    if (arrived && !document.activeElement?.closest('main')) heading.current?.focus({ preventScroll: true })
  }, [arrived])
  return (
    <h1 ref={heading} lang={lang} tabIndex={-1} className={`outline-none ${sizeFor(children)} ${className}`}>
      {shown}
    </h1>
  )
}

import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { settings } from '../settings.ts'

/** `shown`: the same words, with a part set apart. */
type Props = { children: string; shown?: ReactNode; className?: string }

/** The one h1 of a page: names the document, and takes the focus after a navigation so that a screen reader reads it. */
export function Title({ children, shown = children, className = 'text-title font-bold' }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrived = useLocation().key !== 'default'
  useEffect(() => {
    document.title = `${children} · ${settings.product_name}`
  }, [children])
  useEffect(() => {
    if (arrived && !document.activeElement?.closest('main')) heading.current?.focus({ preventScroll: true })
  }, [arrived])
  return (
    <h1 ref={heading} tabIndex={-1} className={`outline-none ${className}`}>
      {shown}
    </h1>
  )
}

import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { settings } from './settings.ts'

type Props = { children: string; className?: string }

/** The one h1 of a page: names the document, and takes the focus after a navigation so that a screen reader reads it. */
export function Title({ children, className = 'text-title font-bold' }: Props) {
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
      {children}
    </h1>
  )
}

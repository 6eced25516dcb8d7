import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

export type MailedLink = { id: string; hash: string; expires: string; signature: string }

/** The mailed link that led to this page; undefined where a part of it is missing. */
export function useMailedLink(): MailedLink | undefined {
  const [query] = useSearchParams()
  const [id, hash, expires, signature] = ['id', 'hash', 'expires', 'signature'].map((part) => query.get(part))
  return id && hash && expires && signature ? { id, hash, expires, signature } : undefined
}

/** Moves the focus to the heading of the page when `state` changes, as what had it may be gone and something else begins. */
export function useHeadingFocus(state: unknown): void {
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    document.querySelector<HTMLElement>('main h1')?.focus()
  }, [state])
}

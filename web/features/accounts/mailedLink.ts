import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { focusTitle } from '../../shared/components/Title.tsx'

export type MailedLink = { id: string; hash: string; expires: string; signature: string }

/** The parameters of a mailed link. Undefined if one is missing. */
export function useMailedLink(): MailedLink | undefined {
  const [query] = useSearchParams()
  const [id, hash, expires, signature] = ['id', 'hash', 'expires', 'signature'].map((part) => query.get(part))
  return id && hash && expires && signature ? { id, hash, expires, signature } : undefined
}

/** Moves the focus to the heading when `state` changes, because the focused element may be gone. */
export function useHeadingFocus(state: unknown): void {
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    focusTitle()
  }, [state])
}

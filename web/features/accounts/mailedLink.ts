import { useSearchParams } from 'react-router'

export type MailedLink = { id: string; hash: string; expires: string; signature: string }

/** The mailed link that led to this page; undefined where a part of it is missing. */
export function useMailedLink(): MailedLink | undefined {
  const [query] = useSearchParams()
  const [id, hash, expires, signature] = ['id', 'hash', 'expires', 'signature'].map((part) => query.get(part))
  return id && hash && expires && signature ? { id, hash, expires, signature } : undefined
}

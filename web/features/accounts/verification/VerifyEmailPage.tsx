import { Navigate, useSearchParams } from 'react-router'
import { linkTo } from '../../../shared/paths.ts'
import { useSession } from '../../../shared/storage/session.ts'
import { AwaitVerification } from './AwaitVerification.tsx'
import { LinkVerification } from './LinkVerification.tsx'

/** S-2.32: with the values of a link it is tried (D-02: without a session too), without them the mail is waited for. */
export function VerifyEmailPage() {
  const [query] = useSearchParams()
  const signedIn = useSession((session) => session.user !== null)
  const [id, hash, expires, signature] = ['id', 'hash', 'expires', 'signature'].map((name) => query.get(name))
  if (id && hash && expires && signature) return <LinkVerification link={{ id, hash, expires, signature }} />
  return signedIn ? <AwaitVerification /> : <Navigate to={linkTo('login')} replace />
}

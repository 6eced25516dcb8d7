import { Button, buttonClass } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import * as words from '#words'
import { Link } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { useSession } from '../../../shared/storage/session.ts'
import { FormSheet } from '../FormSheet.tsx'

/** The address is verified. Links to home, or to the login if nobody is signed in here. */
export function Verified({ title, text }: { title: string; text: string }) {
  const signedIn = useSession((session) => session.user !== null)
  return (
    <FormSheet title={title}>
      <Notice kind="success" role="status">
        {text}
      </Notice>
      <Link to={linkTo(signedIn ? 'home' : 'login')} className={buttonClass()}>
        {signedIn ? words.verifiedContinue : words.verifiedToLogin}
      </Link>
    </FormSheet>
  )
}

type Failed = { message: string; onRetry?: (() => void) | undefined }

/** A link that did not work: the reason, and how to get a new one. `onRetry` is set if trying again may help. */
export function VerificationFailed({ message, onRetry }: Failed) {
  const user = useSession((session) => session.user)
  const waiting = user && !user.email_verified_at
  const look = onRetry ? 'secondary' : 'primary'
  return (
    <FormSheet title={words.verificationFailedTitle}>
      <Notice kind="error" role="alert">
        {message}
      </Notice>
      {onRetry ? (
        <>
          <p>{words.verificationRetryHint}</p>
          <Button onClick={onRetry}>{words.verificationRetry}</Button>
        </>
      ) : null}
      {user && !waiting ? (
        <Link to={linkTo('home')} className={buttonClass(look)}>
          {words.verifiedContinue}
        </Link>
      ) : (
        <Link to={linkTo(waiting ? 'verifyEmail' : 'login')} className={buttonClass(look)}>
          {waiting ? words.verificationNewLink : words.verificationLoginForLink}
        </Link>
      )}
    </FormSheet>
  )
}

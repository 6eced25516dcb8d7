import { Button } from '@stampus/ui/Button'
import * as words from '#words'
import { ButtonLink } from '../../../shared/components/ButtonLink.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { useSession } from '../../../shared/storage/session.ts'
import { OutcomeSheet } from '../mailedLink.tsx'

/** The address is verified. Links to home, or to the login if nobody is signed in here. */
export function Verified({ title, text }: { title: string; text: string }) {
  const signedIn = useSession((session) => session.user !== null)
  return (
    <OutcomeSheet title={title} kind="success" text={text}>
      <ButtonLink
        to={linkTo(signedIn ? 'home' : 'login')}
        label={signedIn ? words.verifiedContinue : words.verifiedToLogin}
      />
    </OutcomeSheet>
  )
}

type Failed = { message: string; onRetry?: (() => void) | undefined }

/** A link that did not work: the reason, and how to get a new one. `onRetry` is set if trying again may help. */
export function VerificationFailed({ message, onRetry }: Failed) {
  const user = useSession((session) => session.user)
  const waiting = user && !user.email_verified_at
  const look = onRetry ? 'secondary' : 'primary'
  return (
    <OutcomeSheet title={words.verificationFailedTitle} kind="error" text={message}>
      {onRetry ? (
        <>
          <p>{words.verificationRetryHint}</p>
          <Button onClick={onRetry}>{words.verificationRetry}</Button>
        </>
      ) : null}
      {user && !waiting ? (
        <ButtonLink to={linkTo('home')} look={look} label={words.verifiedContinue} />
      ) : (
        <ButtonLink
          to={linkTo(waiting ? 'verifyEmail' : 'login')}
          look={look}
          label={waiting ? words.verificationNewLink : words.verificationLoginForLink}
        />
      )}
    </OutcomeSheet>
  )
}

import { Button } from '@stampus/ui/Button'
import { EmailText } from '@stampus/ui/EmailText'
import { Notice } from '@stampus/ui/Notice'
import { Spinner } from '@stampus/ui/Spinner'
import { Navigate } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { ButtonLink } from '../../../shared/components/ButtonLink.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { UnsentReceipts, useUnsentReceipts } from '../../../shared/receipts/UnsentReceipts.tsx'
import { useSession } from '../../../shared/storage/session.ts'
import { FormSheet } from '../FormSheet.tsx'
import { type MailedLink, useHeadingFocus, useMailedLink } from '../mailedLink.tsx'
import { AwaitVerification } from './AwaitVerification.tsx'
import { VerificationFailed, Verified } from './VerificationOutcome.tsx'
import { VerificationQuestion } from './VerificationQuestion.tsx'
import { useVerification } from './verification.ts'

/** With the parameters of a link, verifies it (no session needed). Otherwise waits for the mail. */
export function VerifyEmailPage() {
  const link = useMailedLink()
  const signedIn = useSession((session) => session.user !== null)
  if (link) return <LinkVerification link={link} />
  return signedIn ? <AwaitVerification /> : <Navigate to={linkTo('login')} replace />
}

/** Verifies a link, and asks for a password if needed. Shows success or the error. */
function LinkVerification({ link }: { link: MailedLink }) {
  const { state, answer } = useVerification(link)
  useHeadingFocus(state.name)
  if (state.name === 'success') return <Verified title={words.verifiedTitle} text={words.verifiedText} />
  if (state.name === 'error') return <VerificationFailed message={state.message} onRetry={state.retry} />
  if (state.name === 'other') return <OtherAccount {...state} />
  if (state.name === 'question')
    return <VerificationQuestion email={state.email} account={state.account} onAnswer={answer} />
  return (
    <div className="grid min-h-[50dvh] place-content-center justify-items-center gap-4">
      <Spinner size="xl" />
      <p role="status">{words.verifying}</p>
    </div>
  )
}

type Props = { current: string; email: string; isUsed: boolean; go: () => void }

/** Asks before a link signs in another account than the current one, and lists the receipts that would be deleted. */
function OtherAccount({ current, email, isUsed, go }: Props) {
  const waiting = useUnsentReceipts()
  const loses = waiting.length > 0
  return (
    <FormSheet title={words.otherAccountTitle} intro={words.otherAccountIntro}>
      <dl className="divide-y divide-line rounded-control border border-border-strong">
        <Account label={words.otherAccountCurrent} email={current} />
        <Account label={words.otherAccountOfLink} email={email} />
      </dl>
      {loses ? (
        <Notice kind="warning">
          <strong>{sentences.signOutTitle(waiting.length)}</strong>
          <p className="mb-3">{words.otherAccountLoses}</p>
          <UnsentReceipts receipts={waiting} />
        </Notice>
      ) : null}
      <Button look={loses ? 'danger' : 'primary'} onClick={go}>
        {loses ? words.otherAccountDiscard : words.otherAccountContinue}
      </Button>
      <ButtonLink to={linkTo('home')} look="secondary" label={words.otherAccountStay} />
      <p className="text-small text-muted">{isUsed ? words.otherAccountUsed : words.otherAccountUnused}</p>
    </FormSheet>
  )
}

function Account({ label, email }: { label: string; email: string }) {
  return (
    <div className="px-4 py-3">
      <dt className="text-small text-muted">{label}</dt>
      <dd className="font-semibold">
        <EmailText address={email} />
      </dd>
    </div>
  )
}

import { VERIFICATION_POLL_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { EmailText } from '@stampus/ui/EmailText'
import { Notice } from '@stampus/ui/Notice'
import { Spinner } from '@stampus/ui/Spinner'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { refreshUser } from '../../../shared/api/api.ts'
import { ButtonLink } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { UnsentReceipts, useUnsentReceipts } from '../../../shared/receipts/UnsentReceipts.tsx'
import { settings } from '../../../shared/settings.ts'
import { signOut } from '../../../shared/signOut.ts'
import { useSession } from '../../../shared/storage/session.ts'
import { showToast } from '../../../shared/toasts.ts'
import { Drawing, paper, Stamp, writing } from '../Drawings.tsx'
import { FormSheet } from '../FormSheet.tsx'
import { type MailedLink, OutcomeSheet, useHeadingFocus, useMailedLink } from '../mailedLink.tsx'
import { ResendLink } from './ResendLink.tsx'
import { VerificationQuestion } from './VerificationQuestion.tsx'
import { useVerification } from './verification.ts'

const drawing = (
  <Drawing>
    <g transform="rotate(-4 60 48)">
      <rect x="12" y="20" width="96" height="60" rx="5" {...paper} />
      <path d="M14 24 60 56l46-32" {...paper} className="fill-none stroke-border-strong" />
      <path d="M22 68h30" {...writing} />
    </g>
    <Stamp at="translate(76 8) rotate(9) scale(0.85)" />
  </Drawing>
)

/** With the parameters of a link, verifies it (no session needed). Otherwise waits for the mail. */
export function VerifyEmailPage() {
  const link = useMailedLink()
  const signedIn = useSession((session) => session.user !== null)
  if (link) return <LinkVerification link={link} />
  return signedIn ? <AwaitVerification /> : <Navigate to={linkTo('login')} replace />
}

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

function AwaitVerification() {
  const [alreadyVerified, setAlreadyVerified] = useState(false)
  const user = useSession((session) => session.user)
  usePolling(!alreadyVerified)
  useHomeOnceVerified(Boolean(user?.email_verified_at) && !alreadyVerified)
  if (alreadyVerified) return <Verified title={words.verifiedAlreadyTitle} text={texts.alreadyVerified} />
  return (
    <FormSheet title={words.verifyTitle} intro={words.verifyBenefit} drawing={drawing}>
      <p>
        {words.verifySentBeforeAddress}
        <strong>{user?.email}</strong>
        {words.verifySentAfterAddress}
        {settings.checks_verification_links ? words.verifySentElsewhere : null}
      </p>
      <p className="text-small text-muted">{words.verifySpamHint}</p>
      <ResendLink email={user?.email ?? ''} onAlreadyVerified={() => setAlreadyVerified(true)} />
      <p className="border-line border-t pt-3">
        {words.verifyNotYours}
        <Button look="quiet" onClick={signOut} className="-ml-4">
          {words.verifySignOut}
        </Button>
      </p>
    </FormSheet>
  )
}

function usePolling(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const ask = () => void refreshUser().catch(() => undefined)
    const timer = setInterval(ask, VERIFICATION_POLL_MS)
    window.addEventListener('focus', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', ask)
    }
  }, [active])
}

function useHomeOnceVerified(verified: boolean): void {
  const navigate = useNavigate()
  const waited = useRef(false)
  useEffect(() => {
    if (!verified) {
      waited.current = true
      return
    }
    if (waited.current) showToast({ type: 'success', title: words.verifiedTitle, message: words.verifiedText })
    navigate(linkTo('home'), { replace: true })
  }, [verified, navigate])
}

function Verified({ title, text }: { title: string; text: string }) {
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

/** A link that did not work: the reason, and how to get a new one. `onRetry` is set if trying again may help. */
function VerificationFailed({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
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

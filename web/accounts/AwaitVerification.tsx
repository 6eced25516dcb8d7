import { resendVerification } from '@stampus/contract/accounts'
import { VERIFICATION_POLL_MS } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { MailOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { refreshUser, useCall } from '../app/api.ts'
import { CallError } from '../app/CallError.ts'
import { notify } from '../app/notifications.ts'
import { linkTo } from '../app/paths.ts'
import { useSession } from '../app/session.ts'
import { signOut } from '../app/signOut.ts'
import { keepAnsweredToken, saysAlreadyVerified } from './alreadyVerified.ts'
import { FormSheet } from './FormSheet.tsx'
import { Verified } from './VerificationOutcome.tsx'

/** Waits for the mail's link to be opened, here or on another device (S-4.10, S-4.11). */
export function AwaitVerification() {
  const [alreadyVerified, setAlreadyVerified] = useState(false)
  const user = useSession((session) => session.user)
  usePolling(!alreadyVerified)
  if (alreadyVerified) return <Verified title="Already verified" text={texts.alreadyVerified} />
  if (user?.email_verified_at) return <Navigate to={linkTo('home')} replace />
  return (
    <FormSheet title="Verify your email">
      <MailOpen aria-hidden="true" className="size-12 text-blue" strokeWidth={1.5} />
      <p>
        We have sent a link to <strong>{user?.email}</strong>. Open it on any device: this page goes on by itself.
      </p>
      <p className="text-small text-soft">It can take a minute. Look into the spam folder too.</p>
      <Resend email={user?.email ?? ''} onAlreadyVerified={() => setAlreadyVerified(true)} />
      <p className="border-line border-t pt-3">
        Not your address?
        <Button look="quiet" onClick={signOut}>
          Sign out
        </Button>
      </p>
    </FormSheet>
  )
}

function Resend({ email, onAlreadyVerified }: { email: string; onAlreadyVerified: () => void }) {
  const { run, loading } = useCall(resendVerification)
  const resend = async () => {
    try {
      const answer: { message?: string } | undefined = await run({ email })
      notify({ type: 'success', title: 'Link sent', message: answer?.message || texts.verificationSent })
    } catch (fault) {
      if (saysAlreadyVerified(fault)) {
        onAlreadyVerified()
        await keepAnsweredToken(fault)
      } else {
        const message = (fault instanceof CallError && fault.message) || texts.unexpectedRetry
        notify({ type: 'error', title: 'No link was sent', message })
      }
    }
  }
  return (
    <Button look="secondary" busy={loading} onClick={resend}>
      Send the link again
    </Button>
  )
}

/** Asks every five seconds, and at once when the person comes back from the mail. */
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

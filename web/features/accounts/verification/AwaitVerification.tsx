import { VERIFICATION_POLL_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import * as words from '#words'
import { refreshUser } from '../../../shared/api/api.ts'
import { linkTo } from '../../../shared/paths.ts'
import { settings } from '../../../shared/settings.ts'
import { signOut } from '../../../shared/signOut.ts'
import { useSession } from '../../../shared/storage/session.ts'
import { showToast } from '../../../shared/toasts.ts'
import { EnvelopeDrawing } from '../Drawings.tsx'
import { FormSheet } from '../FormSheet.tsx'
import { ResendLink } from './ResendLink.tsx'
import { Verified } from './VerificationOutcome.tsx'

/** Waits until the link in the mail is opened, on this or another device. */
export function AwaitVerification() {
  const [alreadyVerified, setAlreadyVerified] = useState(false)
  const user = useSession((session) => session.user)
  usePolling(!alreadyVerified)
  useHomeOnceVerified(Boolean(user?.email_verified_at) && !alreadyVerified)
  if (alreadyVerified) return <Verified title={words.verifiedAlreadyTitle} text={texts.alreadyVerified} />
  return (
    <FormSheet title={words.verifyTitle} intro={words.verifyBenefit} drawing={<EnvelopeDrawing />}>
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

/** Checks every five seconds, and whenever the window gets the focus. */
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

/** Goes home once the address is verified, with a toast if the member waited here. */
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

import * as texts from '@stampus/contract/texts'
import { buttonClass } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as words from '#words'
import { refreshUser } from '../../../shared/api/api.ts'
import { Link } from '../../../shared/components/Link.tsx'
import { SupportAddress } from '../../../shared/components/SupportAddress.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { FormSheet } from '../FormSheet.tsx'
import { useMailedLink } from '../mailedLink.ts'
import { ResetForm } from './ResetForm.tsx'

const DONE = { passwordReset: true }

/** Where support's one-time link leads (D-25): a new password, then the login. */
export function ResetPage() {
  const link = useMailedLink()
  const [refused, setRefused] = useState<string>()
  const done = useLocation().state?.passwordReset === true
  const finish = useFinish()
  if (done) return <Done />
  if (refused || !link) return <BadLink message={refused || texts.resetLinkInvalid} />
  return (
    <FormSheet title={words.resetTitle} intro={words.resetIntro}>
      <ResetForm link={link} onDone={finish} onRefused={setRefused} />
    </FormSheet>
  )
}

/**
 * Every session of that member has ended: asked who is here, the server names another member or nobody (D-13). The
 * address without the link takes this one's place in the history.
 */
function useFinish() {
  const navigate = useNavigate()
  return async () => {
    await refreshUser({ startUp: true }).catch(() => undefined)
    navigate(linkTo('resetPassword'), { replace: true, state: DONE })
  }
}

function Done() {
  return (
    <FormSheet title={words.resetDoneTitle}>
      <Notice kind="success" role="status">
        {texts.passwordReset}
      </Notice>
      <Link to={linkTo('login')} className={buttonClass()}>
        {words.verifiedToLogin}
      </Link>
    </FormSheet>
  )
}

function BadLink({ message }: { message: string }) {
  return (
    <FormSheet title={words.linkFailedTitle}>
      <Notice kind="error" role="alert">
        {message}
      </Notice>
      <p>
        {words.resetFailedBeforeAddress}
        <SupportAddress />
        {words.resetFailedAfterAddress}
      </p>
      <Link to={linkTo('login')} className={buttonClass('secondary')}>
        {words.verifiedToLogin}
      </Link>
    </FormSheet>
  )
}

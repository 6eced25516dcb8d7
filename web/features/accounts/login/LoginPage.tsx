import * as texts from '@stampus/contract/texts'
import { Notice } from '@stampus/ui/Notice'
import { useLocation, useSearchParams } from 'react-router'
import * as words from '#words'
import { Link } from '../../../shared/components/Link.tsx'
import { SupportAddress } from '../../../shared/components/SupportAddress.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { KeptReceipt } from '../../../shared/receipts/KeptReceipt.tsx'
import { FormSheet } from '../FormSheet.tsx'
import { LoginForm } from './LoginForm.tsx'

/** S-2.17, S-2.18. Where to go after login is the guard's to say: it reads the `redirect` of this address. */
export function LoginPage() {
  const { search } = useLocation()
  const [query] = useSearchParams()
  return (
    <FormSheet title={words.loginTitle}>
      <ReasonBanner reason={query.get('reason')} />
      <KeptReceipt />
      <LoginForm />
      <p>
        {words.loginNewHere}{' '}
        <Link to={linkTo('register') + search} className="font-semibold text-blue underline underline-offset-4">
          {words.loginToRegister}
        </Link>
      </p>
      <p className="border-line border-t pt-4 text-small text-muted">
        {words.loginForgotBeforeAddress}
        <SupportAddress />
        {words.loginForgotAfterAddress}
      </p>
    </FormSheet>
  )
}

function ReasonBanner({ reason }: { reason: string | null }) {
  if (reason === 'suspended') return <Notice kind="error">{texts.suspended}</Notice>
  if (reason === 'session_expired') return <Notice kind="info">{words.loginSessionExpired}</Notice>
  return null
}

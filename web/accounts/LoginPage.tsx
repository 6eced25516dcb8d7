import * as texts from '@stampus/contract/texts'
import { Notice } from '@stampus/ui/Notice'
import { useLocation, useSearchParams } from 'react-router'
import { Link } from '../app/Link.tsx'
import { linkTo } from '../app/paths.ts'
import { settings } from '../app/settings.ts'
import { FormSheet } from './FormSheet.tsx'
import { LoginForm } from './LoginForm.tsx'

/** S-2.17, S-2.18. Where to go after login is the guard's to say: it reads the `redirect` of this address. */
export function LoginPage() {
  const { search } = useLocation()
  const [query] = useSearchParams()
  return (
    <FormSheet title="Login">
      <ReasonBanner reason={query.get('reason')} />
      <LoginForm />
      <p>
        New here?{' '}
        <Link to={linkTo('register') + search} className="font-semibold text-blue underline underline-offset-4">
          Register
        </Link>
      </p>
      <p className="border-line border-t pt-4 text-small text-soft">
        Forgot your password? Write to{' '}
        <a href={`mailto:${settings.support_email}`} className="text-blue underline underline-offset-4">
          {settings.support_email}
        </a>{' '}
        from your college address and we will send you a reset link.
      </p>
    </FormSheet>
  )
}

function ReasonBanner({ reason }: { reason: string | null }) {
  if (reason === 'suspended') return <Notice kind="error">{texts.suspended}</Notice>
  if (reason === 'session_expired') return <Notice kind="info">Your session has expired. Please sign in again.</Notice>
  return null
}

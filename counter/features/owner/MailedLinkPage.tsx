import { setPassword, unlockSignIn } from '@stampus/contract/counter/owners'
import { type LinkProps, PasswordByLink, UnlockByLink } from '@stampus/ui/sign-in/MailedLink'
import { useLocation, useRoute } from 'wouter'
import { call } from '../../shared/api/api.ts'
import { BASE, paths } from '../../shared/paths.ts'
import { host } from './signIn.ts'

const next = BASE + paths.owner

/** Where mailed links lead: an owner unlocks this browser, or sets a password, which signs them in. */
export default function MailedLinkPage() {
  const [, navigate] = useLocation()
  // Compared as routes are: without regard to case and a slash at the end.
  const [isUnlock] = useRoute(paths.unlock)
  if (isUnlock)
    return <UnlockByLink {...host} act={async (link) => (await call(unlockSignIn, link)).message} next={next} />
  const set: LinkProps['act'] = async (typed) => {
    await call(setPassword, typed)
    navigate(paths.owner, { replace: true })
    return undefined
  }
  return <PasswordByLink {...host} act={set} next={next} />
}

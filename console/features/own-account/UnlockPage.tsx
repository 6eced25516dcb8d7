import { unlockSignIn } from '@stampus/contract/console/operators'
import { buttonClass } from '@stampus/ui/Button'
import { readMailedLink } from '@stampus/ui/browser/mailedLink'
import { Notice } from '@stampus/ui/Notice'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../shared/api/api.ts'
import { useSingleFlight } from '../../shared/api/queries.ts'
import { settings } from '../../shared/settings.ts'
import { SignInForm, SignInLayout } from './SignInLayout.tsx'

/** An operator unlocks this browser with the link from a mail. It needs a button press, because mail scanners open links. */
export function UnlockPage() {
  const unlocking = useMutation({
    mutationFn: useSingleFlight(() => call(unlockSignIn, readMailedLink())),
    networkMode: 'always',
  })
  useEffect(() => {
    document.title = `Unlock this browser · ${settings.product_name} Console`
  }, [])
  return (
    <SignInLayout title="Unlock this browser" line={`${settings.product_name} console`}>
      {unlocking.data ? (
        <>
          <Notice kind="success" role="status">
            <p>{unlocking.data.message}</p>
          </Notice>
          <a href="/console/" className={buttonClass()}>
            Go to sign-in
          </a>
        </>
      ) : (
        <SignInForm mutation={unlocking} fields={[]} action="Unlock" onSubmit={() => unlocking.mutate(undefined)}>
          <p>Unlock this browser to sign in without waiting. You still need your password.</p>
        </SignInForm>
      )}
    </SignInLayout>
  )
}

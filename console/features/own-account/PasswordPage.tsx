import { fieldError } from '@stampus/contract/client'
import { setOperatorPassword } from '@stampus/contract/console/operators'
import { texts } from '@stampus/contract/texts'
import { isSamePassword, passwordError } from '@stampus/contract/values/passwords'
import { buttonClass } from '@stampus/ui/Button'
import { readMailedLink } from '@stampus/ui/browser/mailedLink'
import { Field } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CallError, call } from '../../shared/api/api.ts'
import { useSingleFlight } from '../../shared/api/queries.ts'
import { settings } from '../../shared/settings.ts'
import { SignInForm, SignInLayout } from './SignInLayout.tsx'

/** An operator chooses a password with the link from a mail. */
export function PasswordPage() {
  const [message, setMessage] = useState<string>()
  useEffect(() => {
    document.title = `Choose a password · ${settings.product_name} Console`
  }, [])
  return (
    <SignInLayout title="Choose a password" line={`${settings.product_name} console`}>
      {message ? (
        <>
          <Notice kind="success" role="status">
            <p>{message}</p>
          </Notice>
          <a href="/console/" className={buttonClass()}>
            Go to sign-in
          </a>
        </>
      ) : (
        <PasswordForm onSet={setMessage} />
      )}
    </SignInLayout>
  )
}

function PasswordForm({ onSet }: { onSet: (message: string) => void }) {
  const setting = useMutation({ mutationFn: useSingleFlight(setPassword), networkMode: 'always', onSuccess: onSet })
  return (
    <SignInForm
      mutation={setting}
      fields={['password', 'repeated']}
      action="Set password"
      onSubmit={(typed) =>
        setting.mutate({ password: String(typed.get('password')), repeated: String(typed.get('repeated')) })
      }
      errorHint={
        isLinkRejected(setting.error) ? <p className="mt-1 text-small">A manager can send you another link.</p> : null
      }
    >
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint={texts.passwordHint}
        required
        error={fieldError(setting.error, 'password')}
      />
      <Field
        label="Confirm new password"
        name="repeated"
        type="password"
        autoComplete="new-password"
        required
        error={fieldError(setting.error, 'repeated')}
      />
    </SignInForm>
  )
}

/** An error that names no field is about the link. */
function isLinkRejected(error: Error | null): boolean {
  return error instanceof CallError && error.status === 422
}

async function setPassword({ password, repeated }: { password: string; repeated: string }): Promise<string> {
  const error = passwordError(password)
  if (error) throw new CallError(422, { errors: { password: [error] } })
  if (!isSamePassword(password, repeated)) throw new CallError(422, { errors: { repeated: [texts.passwordsDiffer] } })
  return (await call(setOperatorPassword, { ...readMailedLink(), password })).message
}

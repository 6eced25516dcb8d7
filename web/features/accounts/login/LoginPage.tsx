import { zodResolver } from '@hookform/resolvers/zod'
import { login } from '@stampus/contract/accounts'
import { texts } from '@stampus/contract/texts'
import { requestUnlockLink } from '@stampus/contract/unlocks'
import { Button } from '@stampus/ui/Button'
import { useHydrated } from '@stampus/ui/browser/useHydrated'
import { Checkbox } from '@stampus/ui/Checkbox'
import { Field } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import * as words from '#words'
import { hasOwnApi, useCall } from '../../../shared/api/api.ts'
import { CallError, showFieldErrors } from '../../../shared/api/CallError.ts'
import { useOptionalCall } from '../../../shared/api/optionalCalls.ts'
import { Link } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { SavedReceiptNotice } from '../../../shared/receipts/SavedReceiptNotice.tsx'
import { deviceKey } from '../../../shared/storage/device.ts'
import { signIn } from '../../../shared/storage/session.ts'
import { useKeptFields } from '../../../shared/storage/typedText.ts'
import { CardDrawing } from '../Drawings.tsx'
import { showErrorToast } from '../errorText.ts'
import { FormSheet } from '../FormSheet.tsx'
import { strippedPasswords } from '../formRules.ts'
import { PasswordField } from '../PasswordField.tsx'
import { SupportAddress } from '../SupportAddress.tsx'

/** The login page. The guard follows the `redirect` of its address after login. */
export function LoginPage() {
  const { search } = useLocation()
  const [query] = useSearchParams()
  return (
    <FormSheet title={words.loginTitle} intro={words.loginBenefit} drawing={<CardDrawing />}>
      <ReasonBanner reason={query.get('reason')} />
      <SavedReceiptNotice />
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

const fields = z.extend(login.input, { remember: z.boolean() })
const resolver = strippedPasswords(zodResolver(fields), ['password'])

function LoginForm() {
  const hydrated = useHydrated()
  const form = useForm({
    resolver,
    defaultValues: hydrated ? { email: '', password: '', remember: false } : readTypedValues(),
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors } = formState
  useKeptFields('login', form, ['email', 'remember'])
  const { run, loading } = useCall(login)
  const [lockedFor, setLockedFor] = useState<string>()
  const submit = handleSubmit(async ({ email, password, remember }) => {
    setLockedFor(undefined)
    try {
      const session = await run({ email, password, device_mark: deviceKey() })
      if (session.user.suspended) setError('root', { message: texts.suspended })
      else signIn({ ...session, remember })
    } catch (error) {
      setLockedFor(error instanceof CallError && error.status === 429 ? email : undefined)
      if (!showFieldErrors(error, ['email', 'password'], setError)) setError('root', { message: loginErrorText(error) })
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <Field
        label={words.emailLabel}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label={words.passwordLabel}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <Checkbox label={words.loginRemember} {...register('remember')} />
      {errors.root?.message ? (
        <Notice kind="error" role="alert">
          {errors.root.message}
        </Notice>
      ) : null}
      {hasOwnApi && lockedFor ? <UnlockOffer email={lockedFor} /> : null}
      {/* Without the scripts, Enter would submit the form to the server as a page load. */}
      <Button type="submit" isBusy={loading} disabled={!hydrated} className="disabled:opacity-100">
        {words.loginSubmit}
      </Button>
    </form>
  )
}

/** What the user typed into the server-rendered form before the scripts ran. */
function readTypedValues() {
  const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)
  const text = (name: string) => field(name)?.value ?? ''
  return { email: text('email'), password: text('password'), remember: field('remember')?.checked ?? false }
}

function loginErrorText(error: unknown): string {
  return (error instanceof CallError && error.message) || texts.unexpectedRetry
}

/** Offers a link by mail to a member whose login is locked after too many wrong passwords. */
function UnlockOffer({ email }: { email: string }) {
  const { run, loading, isOffered } = useOptionalCall(requestUnlockLink)
  const [sent, setSent] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const ask = async () => {
    try {
      await run({ email })
      setSent(true)
      // The button that had the focus disappears.
      place.current?.focus()
    } catch (error) {
      showErrorToast(words.unlockNotSent, error)
    }
  }
  if (!isOffered) return null
  return (
    <div>
      <div ref={place} tabIndex={-1} role="status">
        {sent ? <Notice kind="info">{texts.unlockLinkSent}</Notice> : null}
      </div>
      {sent ? null : (
        <div className="grid gap-2">
          <p className="text-small text-muted">{words.unlockAskAbout}</p>
          <Button look="secondary" isBusy={loading} onClick={ask}>
            {words.unlockAsk}
          </Button>
        </div>
      )}
    </div>
  )
}

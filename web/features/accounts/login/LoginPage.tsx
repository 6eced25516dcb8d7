import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { useHydrated } from '@stampus/ui/browser/useHydrated'
import { Checkbox } from '@stampus/ui/Checkbox'
import { Field } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { useLocation, useSearchParams } from 'react-router'
import * as words from '#words'
import { CallError, showFieldErrors } from '../../../shared/api/CallError.ts'
import { hasOwnApi } from '../../../shared/api/connection.ts'
import { trackLoading } from '../../../shared/api/loading.ts'
import { OptionalPart } from '../../../shared/components/ErrorBoundary.tsx'
import { lazyWithRetry } from '../../../shared/components/LazyPart.tsx'
import { Link } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { SavedReceiptNotice } from '../../../shared/receipts/SavedReceiptNotice.tsx'
import { deviceKey } from '../../../shared/storage/device.ts'
import { signIn } from '../../../shared/storage/session.ts'
import { useKeptFields } from '../../../shared/storage/typedText.ts'
import { CardDrawing } from '../Drawings.tsx'
import { FormSheet } from '../FormSheet.tsx'
import { strippedPasswords } from '../formRules.ts'
import { PasswordField } from '../PasswordField.tsx'
import { SupportAddress } from '../SupportAddress.tsx'
import type { LoginFields, LoginInput } from './loginCall.ts'

/** The login page. The guard follows the `redirect` of its address after login. */
export function LoginPage() {
  const { search } = useLocation()
  const [query] = useSearchParams()
  return (
    <FormSheet title={words.loginTitle} intro={words.loginBenefit} drawing={<CardDrawing />}>
      <ReasonBanner reason={query.get('reason')} redirect={query.get('redirect')} />
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

function ReasonBanner({ reason, redirect }: { reason: string | null; redirect: string | null }) {
  if (reason === 'suspended') return <Notice kind="error">{texts.suspended}</Notice>
  if (reason === 'session_expired') return <Notice kind="info">{words.loginSessionExpired}</Notice>
  if (redirect?.split('?')[0] === linkTo('contact')) return <Notice kind="info">{words.loginForContact}</Notice>
  return null
}

const UnlockOffer = lazyWithRetry(async () => (await import('./UnlockOffer.tsx')).UnlockOffer)

/** The rules and the call are not needed before something is typed. */
const loadCall = () => import('./loginCall.ts')

/** Loads what sending the form needs, and the query cache for the page after it. */
function prepareToSend(): void {
  for (const part of [loadCall(), import('../../../shared/api/queries.tsx')]) part.catch(() => undefined)
}

/** If the rules cannot be loaded, the server decides. If the call cannot be loaded either, the login fails. */
const checkLater: Resolver<LoginFields> = async (values, context, options) => {
  const call = await loadCall().catch(() => undefined)
  return call ? call.checkFields(values, context, options) : { values, errors: {} }
}
const resolver = strippedPasswords(checkLater, ['password'])

function LoginForm() {
  const hydrated = useHydrated()
  const form = useForm({
    resolver,
    defaultValues: hydrated ? { email: '', password: '', remember: false } : readTypedValues(),
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  useKeptFields('login', form, ['email', 'remember'])
  const [lockedFor, setLockedFor] = useState<string>()
  const submit = handleSubmit(async ({ email, password, remember }) => {
    setLockedFor(undefined)
    try {
      const session = await trackLoading('login', send({ email, password, device_mark: deviceKey() }))
      if (session.user.suspended) setError('root', { message: texts.suspended })
      else signIn({ ...session, remember })
    } catch (error) {
      setLockedFor(error instanceof CallError && error.status === 429 ? email : undefined)
      if (!showFieldErrors(error, ['email', 'password'], setError)) setError('root', { message: loginErrorText(error) })
    }
  })
  return (
    <form onSubmit={submit} onFocus={prepareToSend} noValidate className="grid gap-5">
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
      {hasOwnApi && lockedFor ? (
        <OptionalPart>
          <UnlockOffer email={lockedFor} />
        </OptionalPart>
      ) : null}
      {/* Without the scripts, Enter would submit the form to the server as a page load. */}
      <Button type="submit" isBusy={isSubmitting} disabled={!hydrated} className="disabled:opacity-100">
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

async function send(input: LoginInput) {
  const { logIn } = await loadCall()
  return logIn(input)
}

function loginErrorText(error: unknown): string {
  return (error instanceof CallError && error.message) || texts.unexpectedRetry
}

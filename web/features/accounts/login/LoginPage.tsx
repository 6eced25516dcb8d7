import { texts } from '@stampus/contract/texts'
import { stripWhiteSpace } from '@stampus/contract/values/passwords'
import { Button } from '@stampus/ui/Button'
import { useHydrated } from '@stampus/ui/browser/useHydrated'
import { Checkbox } from '@stampus/ui/Checkbox'
import { Field } from '@stampus/ui/Field'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import { perforated } from '@stampus/ui/Logo'
import { Notice } from '@stampus/ui/Notice'
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import * as words from '#words'
import { CallError, fieldErrors } from '../../../shared/api/CallError.ts'
import { hasOwnApi } from '../../../shared/api/connection.ts'
import { trackLoading } from '../../../shared/api/loading.ts'
import { OptionalPart } from '../../../shared/components/ErrorBoundary.tsx'
import { lazyWithRetry } from '../../../shared/components/LazyPart.tsx'
import { Link } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { SavedReceiptNotice } from '../../../shared/receipts/SavedReceiptNotice.tsx'
import { deviceKey } from '../../../shared/storage/device.ts'
import { signIn } from '../../../shared/storage/session.ts'
import { keepTyped, takeTyped } from '../../../shared/storage/typedText.ts'
import { Drawing, paper, Stamp } from '../Drawings.tsx'
import { FormSheet, SupportAddress } from '../FormSheet.tsx'
import { PasswordField } from '../PasswordField.tsx'

const drawing = (
  <Drawing>
    <g transform="rotate(-6 60 48)">
      <rect x="12" y="20" width="92" height="60" rx="5" {...paper} />
      {[0, 1, 2].map((column) => (
        <Stamp key={column} at={`translate(${18 + column * 28} 27) scale(0.6)`} />
      ))}
      {[0, 1].map((column) => (
        <Stamp key={column} at={`translate(${18 + column * 28} 51) scale(0.6)`} />
      ))}
      <path
        d={perforated}
        transform="translate(74 51) scale(0.6)"
        className="fill-none stroke-border-strong"
        strokeWidth="2"
        strokeDasharray="3 2.5"
      />
    </g>
    <Stamp at="translate(79 36) rotate(14) scale(0.72)" />
  </Drawing>
)

export function LoginPage() {
  const { search } = useLocation()
  const [query] = useSearchParams()
  return (
    <FormSheet title={words.loginTitle} intro={words.loginBenefit} drawing={drawing}>
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

/** The call is not needed before something is typed. */
const loadCall = () => import('./loginCall.ts')

function prepareToSend(): void {
  for (const part of [loadCall(), import('../../../shared/api/queries.tsx')]) part.catch(() => undefined)
}

const required = { email: texts.emailRequired, password: texts.passwordRequired }
type FieldName = keyof typeof required
const names = Object.keys(required) as FieldName[]
type Errors = Partial<Record<FieldName | 'form', string>>

/** A form library would be a tenth of this page. The browser keeps what was filled in before the scripts ran. */
function LoginForm() {
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [isTried, setTried] = useState(false)
  const [isSending, setSending] = useState(false)
  const [lockedFor, setLockedFor] = useState<string>()
  useKeptLogin(form)
  const show = (found: Errors) => {
    setErrors(found)
    const first = names.find((name) => found[name])
    if (first) inputOf(form.current, first)?.focus()
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isSending) return
    setTried(true)
    setLockedFor(undefined)
    const values = { email: typedIn(form.current, 'email'), password: typedIn(form.current, 'password') }
    const missing = Object.fromEntries(names.filter((name) => !values[name]).map((name) => [name, required[name]]))
    show(missing)
    if (Object.keys(missing).length > 0) return
    setSending(true)
    try {
      const sent = loadCall().then(({ logIn }) => logIn({ ...values, device_mark: deviceKey() }))
      const session = await trackLoading('login', sent)
      if (session.user.suspended) show({ form: texts.suspended })
      else signIn({ ...session, remember: inputOf(form.current, 'remember')?.checked ?? false })
    } catch (error) {
      setLockedFor(error instanceof CallError && error.status === 429 ? values.email : undefined)
      const found = fieldErrors(error)
      show(
        names.some((name) => found[name])
          ? found
          : { form: (error instanceof CallError && error.message) || texts.unexpectedRetry },
      )
    } finally {
      setSending(false)
    }
  }
  /** Once it was tried, a field that is changed shows only whether it is missing. */
  const field = (name: FieldName) => ({
    name,
    error: errors[name],
    onChange: () => {
      const error = typedIn(form.current, name) ? undefined : required[name]
      if (isTried) setErrors((before) => ({ ...before, [name]: error }))
    },
  })
  return (
    <form ref={form} onSubmit={submit} onFocus={prepareToSend} noValidate className="grid gap-5">
      <Field label={words.emailLabel} type="email" autoComplete="username" autoCapitalize="none" {...field('email')} />
      <PasswordField label={words.passwordLabel} autoComplete="current-password" {...field('password')} />
      <Checkbox label={words.loginRemember} name="remember" />
      <ErrorNotice>{errors.form}</ErrorNotice>
      {hasOwnApi && lockedFor ? (
        <OptionalPart>
          <UnlockOffer email={lockedFor} />
        </OptionalPart>
      ) : null}
      {/* Without the scripts, Enter would submit the form to the server as a page load. */}
      <Button type="submit" isBusy={isSending} disabled={!hydrated} className="disabled:opacity-100">
        {words.loginSubmit}
      </Button>
    </form>
  )
}

function inputOf(form: HTMLFormElement | null, name: string): HTMLInputElement | undefined {
  const found = form?.elements.namedItem(name)
  return found instanceof HTMLInputElement ? found : undefined
}

/** As it is sent: the address without space around it, the password without any. */
function typedIn(form: HTMLFormElement | null, name: FieldName): string {
  const value = inputOf(form, name)?.value ?? ''
  return name === 'password' ? stripWhiteSpace(value) : value.trim()
}

function useKeptLogin(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const [email, remember] = takeTyped<[string, boolean]>('login') ?? []
    const [address, box] = [inputOf(form.current, 'email'), inputOf(form.current, 'remember')]
    // An empty text restores nothing: another may have been typed before the page was ready.
    if (address && email) address.value = email
    if (box && remember !== undefined) box.checked = remember
    return keepTyped('login', () => [address?.value, box?.checked])
  }, [form])
}

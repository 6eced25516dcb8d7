import { zodResolver } from '@hookform/resolvers/zod'
import { currentSupplements, register as registration } from '@stampus/contract/accounts'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Checkbox } from '@stampus/ui/Checkbox'
import { Field } from '@stampus/ui/Field'
import { useEffect } from 'react'
import { type UseFormReturn, type UseFormSetError, useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import * as z from 'zod/mini'
import * as sentences from '#sentences'
import * as words from '#words'
import { useCall } from '../../../shared/api/api.ts'
import { CallError, showFieldErrors } from '../../../shared/api/CallError.ts'
import { Link } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { SavedReceiptNotice } from '../../../shared/receipts/SavedReceiptNotice.tsx'
import { settings } from '../../../shared/settings.ts'
import { signIn } from '../../../shared/storage/session.ts'
import { keepTyped, takeTyped } from '../../../shared/storage/typedText.ts'
import { showToast } from '../../../shared/toasts.ts'
import { Drawing, paper, Stamp, writing } from '../Drawings.tsx'
import { FormSheet } from '../FormSheet.tsx'
import { mayBeCollegeAddress, NewPasswordFields, strippedPasswords } from '../forms.tsx'

const drawing = (
  <Drawing>
    <g transform="rotate(-5 36 48)">
      <path d="M14 10h44v70l-5.5-5-5.5 5-5.5-5-5.5 5-5.5-5-5.5 5-5.5-5-5.5 5z" {...paper} />
      <path d="M22 22h28M22 32h18M22 42h22" {...writing} />
      <path d="M22 56h28" className="stroke-border-strong" strokeWidth="1.5" strokeDasharray="3 2.5" />
      <path d="M36 64h14" className="stroke-ink" strokeWidth="3.5" strokeLinecap="round" />
    </g>
    <Stamp at="translate(62 30) rotate(8) scale(1.15)" />
  </Drawing>
)

export function RegisterPage() {
  const { search } = useLocation()
  return (
    <FormSheet title={words.registerTitle} intro={benefit} drawing={drawing}>
      <SavedReceiptNotice />
      <RegisterForm />
      <p>
        {words.registerAlready}{' '}
        <Link to={linkTo('login') + search} className="font-semibold text-blue underline underline-offset-4">
          {words.registerToLogin}
        </Link>
      </p>
    </FormSheet>
  )
}

const benefit = (
  <>
    <p>{words.registerBenefit}</p>
    <p className="text-small">{words.registerIntro}</p>
  </>
)

const termsAccepted = z.boolean().check(z.refine((given) => given, texts.termsRequired))
const collegeEmail = registration.input.shape.email.check(z.refine(mayBeCollegeAddress, texts.collegeEmailOnly))
const rules = z.safeExtend(registration.input, { email: collegeEmail, terms: termsAccepted, remember: z.boolean() })
const resolver = strippedPasswords(zodResolver(rules), ['password', 'password_confirmation'])
const empty = { name: '', email: '', password: '', password_confirmation: '', terms: false, remember: true }
type Fields = typeof empty
const passwordLabels = { password: words.passwordLabel, password_confirmation: words.registerConfirmLabel }

function RegisterForm() {
  const form = useForm({ resolver, defaultValues: empty })
  const { register, handleSubmit, setError, formState } = form
  const { errors } = formState
  useKeptFields(form)
  const { run, loading } = useCall(registration)
  const submit = handleSubmit(async ({ terms: _, remember, ...fields }) => {
    try {
      signIn({ ...(await run({ ...fields, supplements: currentSupplements })), remember })
    } catch (error) {
      showError(error, setError)
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <Field label={words.registerNameLabel} autoComplete="name" error={errors.name?.message} {...register('name')} />
      <Field
        label={words.emailLabel}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        placeholder={sentences.registerEmailExample(settings.college_domains[0])}
        hint={sentences.registerEmailHint(settings.college_domains)}
        error={errors.email?.message}
        {...register('email')}
      />
      <NewPasswordFields errors={errors} register={register} labels={passwordLabels} />
      <Checkbox label={words.loginRemember} {...register('remember')} />
      <Checkbox label={<TermsLabel />} error={errors.terms?.message} {...register('terms')} />
      <Button type="submit" isBusy={loading}>
        {words.registerSubmit}
      </Button>
    </form>
  )
}

const KEPT = ['name', 'email', 'terms', 'remember'] as const

/** Keeps what is typed while the app loads in another language. */
function useKeptFields({ getValues, setValue }: Pick<UseFormReturn<Fields>, 'getValues' | 'setValue'>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the life of the form
  useEffect(() => {
    const kept = takeTyped<Fields[(typeof KEPT)[number]][]>('registration')
    KEPT.forEach((field, place) => {
      const value = kept?.[place]
      // An empty text restores nothing: another may have been typed before the page was ready.
      if (value !== undefined && value !== '') setValue(field, value, { shouldDirty: true })
    })
    return keepTyped('registration', () => getValues(KEPT))
  }, [])
}

const legal = 'text-blue underline underline-offset-4'

function TermsLabel() {
  return (
    <>
      {words.registerAgreeBeforeTerms}
      <Link to={linkTo('terms')} target="_blank" className={legal}>
        {sentences.registerTerms(currentSupplements.terms)}
      </Link>
      {words.registerAgreeBetween}
      <Link to={linkTo('privacy')} target="_blank" className={legal}>
        {sentences.registerPrivacy(currentSupplements.privacy)}
      </Link>
    </>
  )
}

/** In both languages of the server. */
const mentionsEmail = /e-?mail|e-?mel\b/i

/** Not a limit or a failure of the server, whatever its message mentions. */
const isAboutInput = (status: number) => status >= 400 && status < 500 && status !== 429

function showError(error: unknown, setError: UseFormSetError<Fields>): void {
  if (showFieldErrors(error, ['name', 'email', 'password', 'password_confirmation'], setError)) return
  const { status, message } = error instanceof CallError ? error : { status: -1, message: '' }
  if (isAboutInput(status) && mentionsEmail.test(message)) {
    setError('email', { message }, { shouldFocus: true })
  } else {
    const text = status === 0 ? texts.network : message || texts.unexpected
    showToast({ type: 'error', title: words.registerFailed, message: text })
  }
}

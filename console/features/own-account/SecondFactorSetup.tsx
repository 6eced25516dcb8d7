import type { Operator } from '@stampus/contract/console/operators'
import { confirmSecondFactor, startSecondFactor } from '@stampus/contract/console/ownAccount'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { RecoveryCodes as RecoveryCodeList } from '@stampus/ui/second-factor/RecoveryCodes'
import { SecretKey } from '@stampus/ui/second-factor/SecretKey'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '../../shared/api/api.ts'
import { operatorQuery, useCall } from '../../shared/api/queries.ts'
import { Page } from '../../shared/components/Page.tsx'
import { FormError } from '../../shared/forms/RecordForm.tsx'
import { UnsavedGuard } from '../../shared/forms/UnsavedGuard.tsx'

/** The queries that depend on the second factor. */
export const factorQueries = ['/console/account', ...operatorQuery.queryKey]

type Secret = AnswerOf<typeof startSecondFactor>['data']

/** Switches the second factor on: first the password, then a code of the app. The result is the recovery codes. */
export function SecondFactorSetup({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const [secret, setSecret] = useState<Secret>()
  return secret ? <CodeStep secret={secret} onCodes={onCodes} /> : <PasswordStep onSecret={setSecret} />
}

function PasswordStep({ onSecret }: { onSecret: (secret: Secret) => void }) {
  const form = useForm({ defaultValues: { current_password: '' } })
  const starting = useCall(startSecondFactor)
  const outcome = {
    onSuccess: ({ data }: { data: Secret }) => onSecret(data),
    onError: (error: Error) => showFieldErrors(error, ['current_password'], form.setError),
  }
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((typed) => starting.isPending || starting.mutate(typed, outcome))}
      className="grid max-w-md gap-4"
    >
      <p>After your password, we'll ask for a code from an authenticator app on your phone.</p>
      <FormError error={starting.error} shownFields={['current_password']} />
      <Field
        label="Your password"
        type="password"
        autoComplete="current-password"
        error={form.formState.errors.current_password?.message}
        {...form.register('current_password')}
      />
      <Button type="submit" isBusy={starting.isPending} className="justify-self-start">
        Set up second factor
      </Button>
    </form>
  )
}

function CodeStep({ secret, onCodes }: { secret: Secret; onCodes: (codes: string[]) => void }) {
  const form = useForm({ defaultValues: { code: '' } })
  const confirming = useCall(confirmSecondFactor, factorQueries)
  const outcome = {
    onSuccess: ({ data }: AnswerOf<typeof confirmSecondFactor>) => onCodes(data.recovery_codes),
    onError: (error: Error) => showFieldErrors(error, ['code'], form.setError),
  }
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((typed) => confirming.isPending || confirming.mutate(typed, outcome))}
      className="grid max-w-md gap-4"
    >
      <p>
        Scan this with your authenticator app, or type in the secret key. Then enter the code that the app shows.
        Turning on the second factor signs you out on other devices.
      </p>
      <SecretKey {...secret} title="QR code with the secret key" label="Secret key" />
      <FormError error={confirming.error} shownFields={['code']} />
      <CodeField
        hint="The 6 digits from your authenticator app."
        error={form.formState.errors.code?.message}
        {...form.register('code')}
      />
      <Button type="submit" isBusy={confirming.isPending} className="justify-self-start">
        Turn on
      </Button>
    </form>
  )
}

type CodeFieldProps = Omit<ComponentProps<typeof Field>, 'label'>

/** A field for a code of the second factor. Takes the props of react-hook-form's `register`. */
export function CodeField({
  hint = '6 digits from your authenticator app, or a recovery code.',
  ...rest
}: CodeFieldProps) {
  return <Field {...rest} label="Code" hint={hint} autoComplete="one-time-code" spellCheck={false} required />
}

/** Recovery codes, which are shown only once. */
export function RecoveryCodes(shown: { codes: string[]; onSaved: () => void }) {
  return (
    <RecoveryCodeList {...shown} words={recoveryWords}>
      <UnsavedGuard isUnsaved>We won't show your recovery codes again. Save them first.</UnsavedGuard>
    </RecoveryCodeList>
  )
}

const recoveryWords = {
  list: 'Recovery codes',
  keep: 'Keep these recovery codes somewhere safe.',
  explanation: "Use one if you lose your authenticator app. Each works once. We won't show them again.",
  copy: 'Copy all',
  copied: 'Copied',
  blocked: 'Your browser blocked copying. The codes are selected, so you can copy them yourself.',
  saved: "I've saved them",
}

type SecondFactorGateProps = { operator: Operator; children: ReactNode }

/** Blocks the console until an operator who must use a second factor has set it up and saved the recovery codes. */
export function SecondFactorGate({ operator, children }: SecondFactorGateProps) {
  const [codes, setCodes] = useState<string[]>()
  if (!codes && operator.second_factor !== 'due') return children
  return (
    <Page title="Second factor">
      <Notice kind="info">
        <p>Set up your second factor and save its recovery codes to continue.</p>
      </Notice>
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={() => setCodes(undefined)} />
      ) : (
        <SecondFactorSetup onCodes={setCodes} />
      )}
    </Page>
  )
}

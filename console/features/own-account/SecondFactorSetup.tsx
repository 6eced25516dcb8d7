import { confirmSecondFactor, startSecondFactor } from '@stampus/contract/console/ownAccount'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showFaults } from '../../shared/api/faults.ts'
import { operatorQuery, useCall } from '../../shared/api/queries.ts'
import { FormFault } from '../../shared/forms/FormFault.tsx'
import { CodeField } from './CodeField.tsx'

/** What shows whether the second factor is on. */
export const factorTouches = ['/console/account', ...operatorQuery.queryKey]

type Secret = AnswerOf<typeof startSecondFactor>['data']

/** Switches the second factor on: the password, then a code of the app, which brings the recovery codes. */
export function SecondFactorSetup({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const [secret, setSecret] = useState<Secret>()
  return secret ? <FirstCode secret={secret} onCodes={onCodes} /> : <Begin onSecret={setSecret} />
}

function Begin({ onSecret }: { onSecret: (secret: Secret) => void }) {
  const form = useForm({ defaultValues: { current_password: '' } })
  const starting = useCall(startSecondFactor)
  const outcome = {
    onSuccess: ({ data }: { data: Secret }) => onSecret(data),
    onError: (error: Error) => showFaults(error, ['current_password'], form.setError),
  }
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((typed) => starting.isPending || starting.mutate(typed, outcome))}
      className="grid max-w-md gap-4"
    >
      <p>With it, your password alone does not sign anybody in: a code of an app on your phone is asked for too.</p>
      <FormFault error={starting.error} shownFields={['current_password']} />
      <Field
        label="Your password"
        type="password"
        autoComplete="current-password"
        error={form.formState.errors.current_password?.message}
        {...form.register('current_password')}
      />
      <Button type="submit" busy={starting.isPending} className="justify-self-start">
        Set up second factor
      </Button>
    </form>
  )
}

function FirstCode({ secret, onCodes }: { secret: Secret; onCodes: (codes: string[]) => void }) {
  const form = useForm({ defaultValues: { code: '' } })
  const confirming = useCall(confirmSecondFactor, factorTouches)
  const outcome = {
    onSuccess: ({ data }: AnswerOf<typeof confirmSecondFactor>) => onCodes(data.recovery_codes),
    onError: (error: Error) => showFaults(error, ['code'], form.setError),
  }
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((typed) => confirming.isPending || confirming.mutate(typed, outcome))}
      className="grid max-w-md gap-4"
    >
      <p>
        Scan this with your app of codes, or type the secret into it. Then give the code that it shows. Switching it on
        signs you out everywhere else.
      </p>
      <QRCodeSVG
        value={secret.uri}
        size={200}
        marginSize={4}
        title="QR code with the secret"
        className="rounded-control"
      />
      <p>
        <span className="block text-small text-muted">Secret</span>
        <code className="wrap-anywhere font-receipt">{secret.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <FormFault error={confirming.error} shownFields={['code']} />
      <CodeField
        hint="Six digits of your app."
        error={form.formState.errors.code?.message}
        {...form.register('code')}
      />
      <Button type="submit" busy={confirming.isPending} className="justify-self-start">
        Switch on
      </Button>
    </form>
  )
}

import { changeOwnPassword, endOwnOtherSessions, ownAccount } from '@stampus/contract/console/ownAccount'
import { texts } from '@stampus/contract/texts'
import { isSamePassword, passwordError } from '@stampus/contract/values/passwords'
import { Button } from '@stampus/ui/Button'
import { Failure } from '@stampus/ui/Failure'
import { Field } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '../../shared/api/api.ts'
import { q, useCall } from '../../shared/api/queries.ts'
import { Page, PageSection } from '../../shared/components/Page.tsx'
import { FormError } from '../../shared/forms/RecordForm.tsx'
import { showToast } from '../../shared/toasts.ts'
import { SecondFactor } from './SecondFactor.tsx'

/** The operator's own password, second factor and sessions. */
export default function AccountPage() {
  return (
    <Page title="My account">
      <AccountSections />
      <PageSection title="Password">
        <OwnPassword />
      </PageSection>
    </Page>
  )
}

function AccountSections() {
  const { data, error, isFetching, refetch } = useQuery(q(ownAccount, {}))
  if (data) {
    const { has_second_factor, recovery_codes_left, other_sessions } = data.data
    return (
      <>
        <PageSection title="Second factor">
          <SecondFactor isOn={has_second_factor} codesLeft={recovery_codes_left} />
        </PageSection>
        <PageSection title="Sessions">
          <OwnSessions others={other_sessions} />
        </PageSection>
      </>
    )
  }
  if (error) return <Failure text={error.message} retry="Retry" isBusy={isFetching} onRetry={() => void refetch()} />
  return (
    <Loading label="Loading your account">
      <Skeleton className="h-40 w-full" />
    </Loading>
  )
}

const EMPTY = { current_password: '', password: '', repeated: '' }
const shown = ['current_password', 'password'] as const

/** Changes the operator's password, which ends all other sessions. */
function OwnPassword() {
  const { register, handleSubmit, setError, reset, getValues, formState } = useForm({ defaultValues: EMPTY })
  const { errors } = formState
  const changing = useCall(changeOwnPassword, ['/console/account'])
  const save = ({ current_password, password }: typeof EMPTY) => {
    if (changing.isPending) return
    changing.mutate(
      { current_password, password },
      {
        onSuccess: ({ message }) => {
          showToast(message)
          reset(EMPTY)
        },
        onError: (error) => showFieldErrors(error, [...shown], setError),
      },
    )
  }
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="grid max-w-md gap-4">
      <FormError error={changing.error} shownFields={[...shown]} />
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        error={errors.current_password?.message}
        {...register('current_password', { required: texts.currentPasswordRequired })}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={texts.passwordHint}
        error={errors.password?.message}
        {...register('password', { validate: (typed) => passwordError(typed) ?? true })}
      />
      <Field
        label="Confirm new password"
        type="password"
        autoComplete="new-password"
        error={errors.repeated?.message}
        {...register('repeated', {
          validate: (typed) => isSamePassword(typed, getValues('password')) || texts.passwordsDiffer,
        })}
      />
      <Button type="submit" isBusy={changing.isPending} className="justify-self-start">
        Change password
      </Button>
    </form>
  )
}

/** The number of other sessions, and a button that ends them. */
function OwnSessions({ others }: { others: number }) {
  const ending = useCall(endOwnOtherSessions, ['/console/account'])
  return (
    <div className="grid justify-items-start gap-4">
      <p>{sessionsText(others)}</p>
      {ending.error ? (
        <Notice kind="error" role="alert">
          {ending.error.message}
        </Notice>
      ) : null}
      <Button
        look="secondary"
        isBusy={ending.isPending}
        onClick={() => ending.mutate({}, { onSuccess: ({ message }) => showToast(message) })}
      >
        Sign out other devices
      </Button>
    </div>
  )
}

function sessionsText(others: number): string {
  if (others === 0) return "You're signed in on this device only."
  return `You're signed in on this device and ${others === 1 ? '1 other' : `${others} others`}.`
}

import { texts } from '@stampus/contract/texts'
import { isCollegeAddress } from '@stampus/contract/values/emails'
import { stripWhiteSpace } from '@stampus/contract/values/passwords'
import type { FieldErrors, FieldValues, Resolver, UseFormRegisterReturn } from 'react-hook-form'
import * as words from '#words'
import { CallError, fieldErrors } from '../../shared/api/CallError.ts'
import { isNotOffered } from '../../shared/api/optionalCalls.ts'
import { settings } from '../../shared/settings.ts'
import { showToast } from '../../shared/toasts.ts'
import { PasswordField } from './PasswordField.tsx'

export function errorText(error: unknown): string {
  const [unshown] = Object.values(fieldErrors(error))
  if (!(error instanceof CallError)) return texts.unexpectedRetry
  return unshown ?? (error.message || (error.status === 0 ? texts.network : texts.unexpectedRetry))
}

export async function orErrorToast(title: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!isNotOffered(error)) showToast({ type: 'error', title, message: errorText(error) })
  }
}

/** Wraps a resolver so that it sees passwords as they are sent: without white space. */
export function strippedPasswords<T extends FieldValues, C, O>(
  resolver: Resolver<T, C, O>,
  fields: (keyof T)[],
): Resolver<T, C, O> {
  return (values, context, options) => {
    const stripped = fields.map((field) => [field, stripWhiteSpace(String(values[field] ?? ''))])
    return resolver({ ...values, ...Object.fromEntries(stripped) }, context, options)
  }
}

/** Whether an address belongs to the college. Without known domains, only the server can decide. */
export function mayBeCollegeAddress(address: string): boolean {
  return !settings.college_domains_known || isCollegeAddress(address.trim(), settings.college_domains)
}

type Name = 'password' | 'password_confirmation'
type Props = {
  errors: FieldErrors<Record<Name, string>>
  register: (name: Name) => UseFormRegisterReturn
  labels?: Record<Name, string>
}

const labelsOfChange = { password: words.profileNewPassword, password_confirmation: words.profileConfirmPassword }

export function NewPasswordFields({ errors, register, labels = labelsOfChange }: Props) {
  return (
    <>
      <PasswordField
        label={labels.password}
        autoComplete="new-password"
        hint={texts.passwordHint}
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label={labels.password_confirmation}
        autoComplete="new-password"
        error={errors.password_confirmation?.message}
        {...register('password_confirmation')}
      />
    </>
  )
}

import * as texts from '@stampus/contract/texts'
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import * as words from '#words'
import { PasswordField } from './PasswordField.tsx'

type Name = 'password' | 'password_confirmation'
type Props = {
  errors: FieldErrors<Record<Name, string>>
  register: (name: Name) => UseFormRegisterReturn
}

/** A new password and its repetition, with the rule it follows (D-21). */
export function NewPasswordFields({ errors, register }: Props) {
  return (
    <>
      <PasswordField
        label={words.profileNewPassword}
        autoComplete="new-password"
        hint={texts.passwordHint}
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label={words.profileConfirmPassword}
        autoComplete="new-password"
        error={errors.password_confirmation?.message}
        {...register('password_confirmation')}
      />
    </>
  )
}

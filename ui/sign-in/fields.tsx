import type { ComponentType, ReactNode, Ref } from 'react'
import { Field } from '../Field.tsx'
import { fieldError } from '../fieldErrors.ts'
import { PasswordField } from '../forms/PasswordField.tsx'

type Name =
  | 'signInTitle'
  | 'email'
  | 'password'
  | 'signIn'
  | 'secondStepTitle'
  | 'secondStepHint'
  | 'code'
  | 'back'
  | 'cancel'
  | 'passwordTitle'
  | 'passwordToSet'
  | 'newPassword'
  | 'passwordSave'
  | 'unlockTitle'
  | 'unlockText'
  | 'unlockSubmit'
  | 'toSignIn'
  | 'secondFactor'
  | 'setUpText'
  | 'yourPassword'
  | 'setUp'
  | 'scanText'
  | 'secretQr'
  | 'secretKey'
  | 'setUpCodeHint'
  | 'turnOn'
  | 'turnOff'
  | 'turnOffTitle'
  | 'isOn'
  | 'newRecoveryCodes'
  | 'createRecoveryCodes'
  | 'recoveryCodes'
  | 'recoveryCodesKeep'
  | 'recoveryCodesText'
  | 'recoveryCodesSaved'
  | 'copyAll'
  | 'copied'
  | 'copyBlocked'
  | 'devices'
  | 'signOutOthers'
  | 'currentPassword'
  | 'changePassword'

/** The texts of these pages. Each app has its own. */
export type Words = Record<Name, string> & {
  passwordHint: string
  recoveryCodesLeft: (count: number) => string
  signedInOn: (others: number) => string
  signInHelp?: string
  /** A second field for a new password, compared by the call that gets both. */
  confirmPassword?: string
  /** A button in password fields. */
  showPassword?: string
  /** A link to the authenticator app, on phones. */
  openAuthenticator?: string
}

export type Host = { words: Words; Frame: ComponentType<{ title: string; children: ReactNode }> }

export type FieldsProps = { words: Words; error: unknown }

type SecretProps = FieldsProps & { name: string; label: string; hint?: string; isNew?: boolean }

export function SecretField({ words, error, name, isNew = false, ...rest }: SecretProps) {
  return (
    <PasswordField
      {...rest}
      name={name}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      error={fieldError(error, name)}
      show={words.showPassword}
    />
  )
}

/** The fields of a new password: `password`, and `repeated` if the app asks twice. */
export function NewPasswordFields({ label, ...given }: FieldsProps & { label: string }) {
  const { passwordHint, confirmPassword } = given.words
  return (
    <>
      <SecretField {...given} name="password" label={label} hint={passwordHint} isNew />
      {confirmPassword ? <SecretField {...given} name="repeated" label={confirmPassword} isNew /> : null}
    </>
  )
}

type SecondFactorCodeFieldProps = FieldsProps & { hint: string; ref?: Ref<HTMLInputElement> }

export function SecondFactorCodeField({ words, error, ...rest }: SecondFactorCodeFieldProps) {
  return (
    <Field
      {...rest}
      label={words.code}
      name="code"
      autoComplete="one-time-code"
      spellCheck={false}
      required
      error={fieldError(error, 'code')}
    />
  )
}

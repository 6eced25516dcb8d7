import type { ComponentType, ReactNode, Ref } from 'react'
import { Field } from '../Field.tsx'
import { fieldError } from '../fieldErrors.ts'
import { PasswordField } from '../forms/PasswordField.tsx'
import type en from './en.json'

/** The texts of these pages. Operators have those of `en.json`; owners have their own in two languages. */
export type Words = Record<keyof typeof en, string> & {
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

/** The fields of a new password: `password`, and `repeated` if the app asks twice. */
export function NewPasswordFields({ words, error, label = words.newPassword }: FieldsProps & { label?: string }) {
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        hint={words.passwordHint}
        required
        error={fieldError(error, 'password')}
        show={words.showPassword}
      />
      {words.confirmPassword ? (
        <PasswordField
          label={words.confirmPassword}
          name="repeated"
          autoComplete="new-password"
          required
          error={fieldError(error, 'repeated')}
          show={words.showPassword}
        />
      ) : null}
    </>
  )
}

export function CurrentPasswordField({ words, error, label }: FieldsProps & { label: string }) {
  return (
    <PasswordField
      label={label}
      name="current_password"
      autoComplete="current-password"
      required
      error={fieldError(error, 'current_password')}
      show={words.showPassword}
    />
  )
}

type CodeFieldProps = FieldsProps & { hint: string; ref?: Ref<HTMLInputElement> }

export function CodeField({ words, error, ...rest }: CodeFieldProps) {
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

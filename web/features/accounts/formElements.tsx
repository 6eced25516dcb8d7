import * as texts from '@stampus/contract/texts'
import { Field, FieldError } from '@stampus/ui/Field'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import * as words from '#words'
import { Title } from '../../shared/components/Title.tsx'

/** The card that holds an account form. */
export function FormSheet({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  return (
    <section className="mx-auto w-full max-w-md sm:rounded-sheet sm:bg-sheet sm:p-8 sm:shadow-sheet">
      <Title>{title}</Title>
      {intro ? <div className="mt-1 text-muted">{intro}</div> : null}
      <div className="mt-6 grid gap-5">{children}</div>
    </section>
  )
}

type CheckboxProps = ComponentProps<'input'> & { label: ReactNode; error?: string | undefined }

/** A checkbox with a label large enough for a thumb. */
export function Checkbox({ label, error, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="mt-3 size-5 shrink-0"
        />
        <label htmlFor={id} className="min-h-11 flex-1 py-2.5">
          {label}
        </label>
      </div>
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
    </div>
  )
}

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  const toggle = (
    <button
      type="button"
      aria-label={words.passwordShow}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
      className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink focus-visible:-outline-offset-4"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  )
  return (
    <Field {...props} type={shown ? 'text' : 'password'} trailing={toggle} autoCapitalize="none" spellCheck={false} />
  )
}

type Name = 'password' | 'password_confirmation'
type Props = {
  errors: FieldErrors<Record<Name, string>>
  register: (name: Name) => UseFormRegisterReturn
}

/** Fields for a new password and its repetition, with the password rule. */
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

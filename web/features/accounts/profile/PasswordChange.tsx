import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import * as words from '#words'
import { NewPasswordFields } from '../PasswordField.tsx'
import { type ProfileForm, passwordFields } from './profileFields.ts'

type Props = {
  form: ProfileForm
  /** The field for the current password, unless the form shows it elsewhere. */
  children: ReactNode
}

/**
 * The collapsible part of the form for a new password. Closing it resets its fields. An error inside opens it and takes
 * the focus.
 */
export function PasswordChange({ form, children }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const { register, formState } = form
  const { errors, submitCount } = formState
  const fields = children ? passwordFields : passwordFields.slice(1)
  const invalidField = fields.find((field) => errors[field])
  const toggle = () => {
    if (open) for (const field of fields) form.resetField(field)
    setOpen(!open)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a press of Save opens it, not an edit elsewhere in the form
  useEffect(() => {
    if (!invalidField || open) return
    setOpen(true)
    // The field exists only after the next render.
    setTimeout(() => form.setFocus(invalidField))
  }, [submitCount])
  return (
    <div className="rounded-sheet border border-line">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
        className="flex min-h-12 w-full items-center justify-between gap-3 rounded-sheet px-4 text-left font-semibold"
      >
        {words.profileChangePassword}
        <ChevronDown
          aria-hidden="true"
          className={`size-5 text-muted transition-transform ${open ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={id} hidden={!open}>
        {open ? (
          <div className="grid gap-5 p-4 pt-2">
            {children}
            <NewPasswordFields errors={errors} register={register} />
          </div>
        ) : null}
      </div>
    </div>
  )
}

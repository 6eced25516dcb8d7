import { type User, updateProfile } from '@stampus/contract/accounts'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { useCall } from '../../../shared/api/api.ts'
import { showFieldErrors } from '../../../shared/api/CallError.ts'
import { useIsUnmounted } from '../../../shared/isUnmounted.ts'
import { linkTo } from '../../../shared/paths.ts'
import { mergeUser } from '../../../shared/storage/session.ts'
import { showToast } from '../../../shared/toasts.ts'
import { AvatarField } from '../avatar/AvatarField.tsx'
import { errorText, NewPasswordFields } from '../forms.tsx'
import { PasswordField } from '../PasswordField.tsx'
import {
  type ProfileForm as Form,
  fieldsOf,
  inputOf,
  isOtherAddress,
  isPending,
  type ProfileFields,
  passwordFields,
  resolverFor,
} from './profileFields.ts'
import { useUnsavedProfile } from './unsavedProfile.ts'

/** The profile form: avatar, name, email, password. Untouched fields follow changes made in another tab. */
export function ProfileForm({ user }: { user: User }) {
  const form = useForm<ProfileFields>({
    resolver: resolverFor(user),
    values: fieldsOf(user),
    resetOptions: { keepDirtyValues: true },
  })
  const { register, formState } = form
  const { errors } = formState
  const { forget } = useUnsavedProfile(form, user)
  const { save, loading, failure } = useSaveProfile(form, user, forget)
  const typed = useWatch({ control: form.control, name: 'email' })
  const isChangingEmail = isOtherAddress(typed, user)
  const hint = isPending(typed, user) ? sentences.profileEmailPending(user.email) : null
  // A function, so that the fields register in the order in which they appear.
  const currentPassword = () => (
    <PasswordField
      label={words.profileCurrentPassword}
      autoComplete="current-password"
      error={errors.current_password?.message}
      {...register('current_password')}
    />
  )
  return (
    <form onSubmit={save} noValidate className="grid gap-5">
      <AvatarField form={form} user={user} />
      <Field label={words.registerNameLabel} autoComplete="name" error={errors.name?.message} {...register('name')} />
      <Field
        label={words.emailLabel}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        hint={isChangingEmail ? sentences.profileEmailHint(user.email) : hint}
        error={errors.email?.message}
        {...register('email')}
      />
      {isChangingEmail ? currentPassword() : null}
      <PasswordChange form={form}>{isChangingEmail ? null : currentPassword()}</PasswordChange>
      <ErrorNotice>{failure}</ErrorNotice>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={loading} className="flex-auto">
          {words.profileSave}
        </Button>
        <Cancel onCancel={forget} />
      </div>
    </form>
  )
}

function Cancel({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate()
  const cancel = () => {
    onCancel()
    navigate(linkTo('profile'), { replace: true })
  }
  return (
    <Button look="secondary" onClick={cancel}>
      {words.profileCancel}
    </Button>
  )
}

const fieldsWithErrors = ['avatar', 'name', 'email', ...passwordFields] as const

function useSaveProfile(form: Form, user: User, onSaved: () => void) {
  const { run, loading } = useCall(updateProfile)
  const [failure, setFailure] = useState<string>()
  const navigate = useNavigate()
  const isUnmounted = useIsUnmounted()
  const save = form.handleSubmit(async (fields) => {
    setFailure(undefined)
    try {
      const { data } = await run(inputOf(fields))
      onSaved()
      mergeUser(data)
      showToast({ type: 'success', title: words.profileSaved, message: savedText(fields, user, data) })
      if (!isUnmounted.current) navigate(linkTo('profile'), { replace: true })
    } catch (error) {
      if (isUnmounted.current) showToast({ type: 'error', title: words.profileNotSaved, message: errorText(error) })
      else if (!showFieldErrors(error, [...fieldsWithErrors], form.setError)) setFailure(errorText(error))
    }
  })
  return { save, loading, failure }
}

function savedText(fields: ProfileFields, before: User, { email, pending_email }: User): string {
  const linkAddress = isOtherAddress(fields.email, before) && pending_email
  const keptText = before.pending_email && !pending_email ? sentences.profileEmailKept(email) : ''
  return [
    linkAddress ? sentences.profileLinkSent(pending_email, email) : keptText,
    fields.password ? words.profileOthersSignedOut : '',
  ]
    .filter(Boolean)
    .join(' ')
}

type PasswordProps = {
  form: Form
  /** The field for the current password, unless the form shows it elsewhere. */
  children: ReactNode
}

/** Closing it resets its fields. An error inside opens it and takes the focus. */
function PasswordChange({ form, children }: PasswordProps) {
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

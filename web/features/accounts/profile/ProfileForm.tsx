import type { User } from '@stampus/contract/accounts'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { linkTo } from '../../../shared/paths.ts'
import { AvatarField } from '../avatar/AvatarField.tsx'
import { PasswordField } from '../PasswordField.tsx'
import { PasswordChange } from './PasswordChange.tsx'
import { fieldsOf, isOtherAddress, isPending, type ProfileFields, resolverFor } from './profileFields.ts'
import { useSaveProfile } from './saveProfile.ts'
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
      {failure ? (
        <Notice kind="error" role="alert">
          {failure}
        </Notice>
      ) : null}
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

import { zodResolver } from '@hookform/resolvers/zod'
import { type User, updateProfile } from '@stampus/contract/accounts'
import type { InputOf } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import { isSamePassword } from '@stampus/contract/values/passwords'
import type { FieldErrors, Resolver, UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { mayBeCollegeAddress, strippedPasswords } from '../forms.tsx'

export type ProfileFields = {
  name: string
  email: string
  current_password: string
  password: string
  password_confirmation: string
  avatar: File | null
}
export type ProfileForm = UseFormReturn<ProfileFields>

export const passwordFields = ['current_password', 'password', 'password_confirmation'] as const

/** A pending address stays in the field, so that saving again does not cancel the change. */
export function fieldsOf({ name, email, pending_email }: User): ProfileFields {
  return {
    name,
    email: pending_email ?? email,
    current_password: '',
    password: '',
    password_confirmation: '',
    avatar: null,
  }
}

/** Whether a typed address is neither the current nor the pending one. */
export function isOtherAddress(typed: string, user: User): boolean {
  return !isSame(typed, user.email) && !isPending(typed, user)
}

export const isPending = (typed: string, { pending_email }: User): boolean => isSame(typed, pending_email ?? '')

const isSame = (typed: string, email: string): boolean => typed.trim().toLowerCase() === email.toLowerCase()

const form = z.safeExtend(updateProfile.input, {
  current_password: z.string(),
  password_confirmation: z.string(),
  avatar: z.nullable(z.instanceof(File)),
})

export function resolverFor(user: User): Resolver<ProfileFields> {
  const ruled = zodResolver(form) as Resolver<ProfileFields>
  return strippedPasswords(
    async (values, context, options) => {
      const result = await ruled(values, context, options)
      const errors = { ...passwordErrors(values, user), ...addressErrors(values, user), ...result.errors }
      return Object.keys(errors).length > 0 ? { values: {}, errors } : result
    },
    [...passwordFields],
  )
}

/** The current address stays valid even if the college's domains have changed. */
function addressErrors({ email }: ProfileFields, user: User): FieldErrors<ProfileFields> {
  if (!isOtherAddress(email, user)) return {}
  return mayBeCollegeAddress(email) ? {} : fieldError('email', texts.collegeEmailOnly)
}

function passwordErrors({ email, current_password, password, password_confirmation }: ProfileFields, user: User) {
  const isChangingEmail = isOtherAddress(email, user)
  const changing = password !== '' || password_confirmation !== '' || (current_password !== '' && !isChangingEmail)
  const missing = changing ? texts.currentPasswordRequired : texts.currentPasswordForEmail
  return {
    ...(current_password === '' && (changing || isChangingEmail) && fieldError('current_password', missing)),
    ...(password === '' && changing && fieldError('password', texts.passwordTooShort)),
    ...(!isSamePassword(password, password_confirmation) && fieldError('password_confirmation', texts.passwordsDiffer)),
  }
}

function fieldError(field: 'email' | (typeof passwordFields)[number], message: string): FieldErrors<ProfileFields> {
  return { [field]: { type: 'custom', message } }
}

export function inputOf(fields: ProfileFields): InputOf<typeof updateProfile> {
  const { name, email, current_password, password, password_confirmation, avatar } = fields
  return {
    name,
    email,
    ...(current_password && { current_password }),
    ...(password && { password, password_confirmation }),
    ...(avatar && { avatar }),
  }
}

import { type User, updateProfile } from '@stampus/contract/accounts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { useCall } from '../../../shared/api/api.ts'
import { showFieldErrors } from '../../../shared/api/CallError.ts'
import { useIsUnmounted } from '../../../shared/isUnmounted.ts'
import { linkTo } from '../../../shared/paths.ts'
import { mergeUser } from '../../../shared/storage/session.ts'
import { showToast } from '../../../shared/toasts.ts'
import { errorText } from '../errorText.ts'
import { inputOf, isOtherAddress, type ProfileFields, type ProfileForm, passwordFields } from './profileFields.ts'

const fieldsWithErrors = ['avatar', 'name', 'email', ...passwordFields] as const

/** Saves the form, merges the answer into the session, and shows errors under their fields. */
export function useSaveProfile(form: ProfileForm, user: User, onSaved: () => void) {
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

/** What a new password or address causes, for the toast. */
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

import { type User, updateProfile } from '@stampus/contract/accounts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { useCall } from '../../../shared/api/api.ts'
import { showFieldFaults } from '../../../shared/api/fieldFaults.ts'
import { useLeft } from '../../../shared/left.ts'
import { notify } from '../../../shared/notifications.ts'
import { linkTo } from '../../../shared/paths.ts'
import { mergeUser } from '../../../shared/storage/session.ts'
import { faultWords } from '../faultWords.ts'
import { inputOf, isOtherAddress, type ProfileFields, type ProfileForm, passwordFields } from './profileForm.ts'

const shown = ['avatar', 'name', 'email', ...passwordFields] as const

/** Saves the form: the server's answer goes into the session (S-3.02), its refusals under their fields (S-5.05). */
export function useProfileSaving(form: ProfileForm, user: User, onSaved: () => void) {
  const { run, loading } = useCall(updateProfile)
  const [failure, setFailure] = useState<string>()
  const navigate = useNavigate()
  const left = useLeft()
  const save = form.handleSubmit(async (fields) => {
    setFailure(undefined)
    try {
      const { data } = await run(inputOf(fields))
      onSaved()
      mergeUser(data)
      notify({ type: 'success', title: words.profileSaved, message: consequences(fields, user, data) })
      if (!left.current) navigate(linkTo('profile'), { replace: true })
    } catch (fault) {
      if (left.current) notify({ type: 'error', title: words.profileNotSaved, message: faultWords(fault) })
      else if (!showFieldFaults(fault, [...shown], form.setError)) setFailure(faultWords(fault))
    }
  })
  return { save, loading, failure }
}

/** What a new password and a new address bring with them (D-10, D-22). */
function consequences(fields: ProfileFields, before: User, { email, pending_email }: User): string {
  const moved = isOtherAddress(fields.email, before) && pending_email
  const kept = before.pending_email && !pending_email ? sentences.profileEmailKept(email) : ''
  return [
    moved ? sentences.profileLinkSent(pending_email, email) : kept,
    fields.password ? words.profileOthersSignedOut : '',
  ]
    .filter(Boolean)
    .join(' ')
}

import { zodResolver } from '@hookform/resolvers/zod'
import { deleteAccount } from '@stampus/contract/privacy'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Dialog, DialogActions } from '@stampus/ui/Dialog'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as words from '#words'
import { showFieldErrors } from '../../../shared/api/CallError.ts'
import { useOptionalCall } from '../../../shared/api/optionalCalls.ts'
import { deleteDrafts } from '../../../shared/signOut.ts'
import { endSession, useSession } from '../../../shared/storage/session.ts'
import { showToast } from '../../../shared/toasts.ts'
import { errorText, strippedPasswords } from '../forms.tsx'
import { PasswordField } from '../PasswordField.tsx'
import { clearUnsaved } from './unsavedProfile.ts'

const resolver = strippedPasswords(zodResolver(deleteAccount.input), ['password'])

export function DeletionDialog({ onClose }: { onClose: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm({ resolver, defaultValues: { password: '' } })
  const { run, loading, isOffered } = useOptionalCall(deleteAccount)
  const [failure, setFailure] = useState<string>()
  const submit = handleSubmit(async (fields) => {
    setFailure(undefined)
    try {
      await run(fields)
      await clearAfterDeletion()
    } catch (error) {
      if (!showFieldErrors(error, ['password'], setError)) setFailure(errorText(error))
    }
  })
  return (
    <Dialog title={words.deletionTitle} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <p>{words.deletionGoes}</p>
        <p>{words.deletionStays}</p>
        <p className="font-semibold">{words.deletionFinal}</p>
        <PasswordField
          label={words.passwordLabel}
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password')}
        />
        {failure ? (
          <Notice kind="error" role="alert">
            {isOffered ? failure : words.notOffered}
          </Notice>
        ) : null}
        <DialogActions cancel={words.dialogCancel}>
          <Button type="submit" look="danger" isBusy={loading}>
            {words.deletionConfirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

async function clearAfterDeletion(): Promise<void> {
  const { user } = useSession.getState()
  clearUnsaved()
  endSession('signed_out')
  showToast({ type: 'success', title: words.deletionDone, message: texts.accountDeleted })
  await Promise.allSettled([deleteDrafts(), user && forgetMarks(user.id)])
}

async function forgetMarks(userId: number): Promise<void> {
  const { deleteIds } = await import('../../../shared/storage/memberIds.ts')
  deleteIds(userId)
  const { deleteSeenBalance } = await import('../../../shared/storage/seenStamps.ts')
  deleteSeenBalance(userId)
}

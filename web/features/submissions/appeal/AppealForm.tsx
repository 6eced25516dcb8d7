import { APPEAL_MAX } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useEffect, useId } from 'react'
import * as words from '#words'
import { MessageField } from '../../../shared/components/MessageField.tsx'
import { useAppealForm } from './useAppealForm.ts'

type Props = { id: number; onSent: () => void; onClose: () => void }

/** The form of an appeal. A member can appeal a rejection once. */
export function AppealForm({ id, onSent, onClose }: Props) {
  const { field, message, type, fieldError, failure, loading, send } = useAppealForm(id, onSent)
  const name = useId()
  useEffect(() => field.current?.focus(), [field])
  return (
    <form
      onSubmit={send}
      noValidate
      aria-labelledby={name}
      className="grid gap-4 rounded-sheet bg-sheet p-5 shadow-sheet"
    >
      <div>
        <h2 id={name} className="font-semibold text-lead">
          {words.appealTitle}
        </h2>
        <p className="mt-1 text-small text-muted">{words.appealExplained}</p>
      </div>
      <MessageField
        ref={field}
        label={words.appealLabel}
        value={message}
        max={APPEAL_MAX}
        isReadOnly={loading}
        onChange={type}
        error={fieldError}
      />
      {failure ? (
        <Notice kind="error" role="alert">
          {failure}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={loading}>
          {words.appealSend}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {words.appealNotNow}
        </Button>
      </div>
    </form>
  )
}

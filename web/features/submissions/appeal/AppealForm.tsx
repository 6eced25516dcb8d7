import { APPEAL_MAX } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { FieldError } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { useEffect, useId } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
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
      <div>
        <label htmlFor={`${name}-field`} className="mb-1.5 block font-semibold">
          {words.appealLabel}
        </label>
        <textarea
          ref={field}
          id={`${name}-field`}
          rows={5}
          value={message}
          onChange={({ target }) => type(target.value)}
          aria-required="true"
          aria-invalid={fieldError ? true : undefined}
          aria-describedby={`${name}-count${fieldError ? ` ${name}-error` : ''}`}
          className={`field-sizing-content wrap-anywhere block max-h-80 min-h-32 w-full rounded-control border bg-sheet px-3 py-2.5 focus:outline-3 focus:outline-blue focus:outline-offset-1 ${fieldError ? 'border-rejected' : 'border-border-strong focus:border-blue'}`}
        />
        <Count id={`${name}-count`} used={message.trim().length} />
        {fieldError ? <FieldError id={`${name}-error`} text={fieldError} /> : null}
      </div>
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

function Count({ id, used }: { id: string; used: number }) {
  return (
    <p
      id={id}
      className={`mt-1.5 text-right text-small tabular-nums ${used > APPEAL_MAX ? 'font-semibold text-rejected' : 'text-muted'}`}
    >
      {sentences.appealCount(used, APPEAL_MAX)}
    </p>
  )
}

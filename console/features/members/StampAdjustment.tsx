import { randomUuid } from '@stampus/contract/client'
import { createStampAdjustment, type MemberDetails } from '@stampus/contract/console/members'
import { REASON_MAX, STAMP_ADJUSTMENT_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Checkbox } from '@stampus/ui/Checkbox'
import { Dialog } from '@stampus/ui/Dialog'
import { Field } from '@stampus/ui/Field'
import { fieldError, generalError } from '@stampus/ui/fieldErrors'
import { TextArea } from '@stampus/ui/forms/TextArea'
import { type FormEvent, useState } from 'react'
import { isConflict } from '../../shared/api/api.ts'
import { useCall } from '../../shared/api/queries.ts'
import { SecondManagerNotice } from '../../shared/components/SecondManagerNotice.tsx'
import { SubmitActions } from '../../shared/dialogs/ConfirmDialog.tsx'
import { stampsText } from '../../shared/labels/labels.ts'
import { showToast } from '../../shared/toasts.ts'

/** Buttons that add or take stamps, with a reason. A balance below zero can also be written off. */
export function StampAdjustment({ member, balance, rules }: Pick<Props, 'member' | 'balance' | 'rules'>) {
  const [open, setOpen] = useState<'adjustment' | 'write-off'>()
  const [requestId, setRequestId] = useState(randomUuid)
  return (
    <div className="flex flex-wrap gap-2">
      {balance < 0 ? (
        <Button look="secondary" onClick={() => setOpen('write-off')}>
          Write off
        </Button>
      ) : null}
      <Button look="secondary" onClick={() => setOpen('adjustment')}>
        Adjust stamps
      </Button>
      {open ? (
        <StampAdjustmentDialog
          member={member}
          balance={balance}
          rules={rules}
          isWriteOff={open === 'write-off'}
          requestId={requestId}
          onSettled={() => setRequestId(randomUuid())}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </div>
  )
}

type Props = {
  member: MemberDetails
  balance: number
  /** How many stamps this manager may still adjust alone, and whether another manager can confirm more. */
  rules: { left: number; hasConfirmer: boolean }
  /** Whether it adds just the stamps that write a negative balance off. */
  isWriteOff: boolean
  /** The id of this adjustment. It stays the same for all attempts until the adjustment is known to be stored. */
  requestId: string
  onSettled: () => void
  onClose: () => void
}

function StampAdjustmentDialog({ member, balance, rules, isWriteOff, requestId, onSettled, onClose }: Props) {
  const [writtenOff] = useState(isWriteOff ? balance : undefined)
  const [stamps, setStamps] = useState(isWriteOff ? String(Math.min(-balance, STAMP_ADJUSTMENT_MAX)) : '')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [accepted, setAccepted] = useState(false)
  const adjusting = useCall(createStampAdjustment, ['/console/members', '/console/confirmations'])
  const { error, isPending } = adjusting
  const missing = validateAdjustment(stamps, reason)
  const after = missing.stamps ? undefined : balance + Number(stamps)
  const negativeBalance = after !== undefined && after < Math.min(balance, 0) ? after : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isPending || missing.stamps || missing.reason || (negativeBalance !== undefined && !accepted)) return
    const sent = { id: member.id, stamps: Number(stamps), reason: reason.trim(), request_id: requestId }
    adjusting.mutate(
      { ...sent, balance: writtenOff },
      {
        onSuccess: ({ data }) => {
          onSettled()
          const isAsked = data.confirmation_id !== null
          showToast(isAsked ? 'Sent for confirmation.' : `${member.name} now has ${stampsText(data.balance)}.`)
          onClose()
        },
        // A conflict means that an earlier attempt was stored after all, so the next attempt is a new adjustment.
        onError: (error) => isConflict(error) && onSettled(),
      },
    )
  }
  const type = (typed: string) => {
    setStamps(typed)
    setAccepted(false)
  }
  return (
    <Dialog
      title={
        isWriteOff
          ? `Write off ${stamps} missing stamp${stamps === '1' ? '' : 's'}`
          : `Adjust stamps for ${member.name}`
      }
      error={generalError(error, isWriteOff ? ['reason'] : ['stamps', 'reason'])}
      isBusy={isPending}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        {isWriteOff ? (
          <p>
            {member.name} has {stampsText(balance)} now, and will have {stampsText(after ?? balance)}.
          </p>
        ) : (
          <Field
            label="Stamps to add (use a minus to remove)"
            value={stamps}
            onChange={(event) => type(event.target.value)}
            hint={`${member.name} ${after === undefined ? 'has' : 'will have'} ${stampsText(after ?? balance)}.`}
            error={(tried && missing.stamps) || fieldError(error, 'stamps')}
          />
        )}
        {negativeBalance === undefined ? null : (
          <Checkbox
            label={`Allow a negative balance: ${member.name} will owe ${stampsText(-negativeBalance)}, taken from the next ones earned`}
            checked={accepted}
            onChange={({ target }) => setAccepted(target.checked)}
            error={tried && !accepted ? 'Tick this box, or remove fewer stamps.' : undefined}
          />
        )}
        {missing.stamps || Math.abs(Number(stamps)) <= rules.left ? null : (
          <SecondManagerNotice isAvailable={rules.hasConfirmer} />
        )}
        <TextArea
          label="Reason (shown to the member)"
          value={reason}
          onChange={setReason}
          max={REASON_MAX}
          rows={3}
          error={(tried && missing.reason) || fieldError(error, 'reason')}
        />
        <SubmitActions action={isWriteOff ? 'Write off' : 'Adjust'} isBusy={isPending} />
      </form>
    </Dialog>
  )
}

function validateAdjustment(stamps: string, reason: string) {
  const isRight = /^[+-]?\d{1,4}$/.test(stamps.trim()) && Number(stamps) !== 0
  const isWithin = Math.abs(Number(stamps)) <= STAMP_ADJUSTMENT_MAX
  return {
    stamps: isRight && isWithin ? undefined : texts.invalidStamps,
    reason: reason.trim() ? undefined : texts.reasonRequired,
  }
}

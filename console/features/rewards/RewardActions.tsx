import { type AdminReward, changeState, recall, remove, show } from '@stampus/contract/console/rewards'
import { Notice } from '@stampus/ui/Notice'
import { useQuery } from '@tanstack/react-query'
import { Ban, CirclePause, CirclePlay, Copy, Undo2 } from 'lucide-react'
import type { ComponentType } from 'react'
import { q } from '../../shared/api/queries.ts'
import { LinkButton } from '../../shared/components/LinkButton.tsx'
import { readableDay, today } from '../../shared/dates.ts'
import { ActionButton, ActionDialog, RemoveButton } from '../../shared/dialogs/ActionButton.tsx'
import { DialogButton } from '../../shared/dialogs/DialogButton.tsx'
import { stampsText, vouchersText } from '../../shared/labels/labels.ts'
import { offerOn } from './RewardStateBadge.tsx'

type Props = {
  reward: AdminReward
  isUnsaved: boolean
  onChanged: (reward: AdminReward) => void
  /** Called when someone else changed the reward meanwhile. */
  onConflict: (error: Error) => void
}

type StateAction = {
  name: string
  icon: ComponentType<{ className?: string }>
  state: 'published' | 'paused' | 'ended'
  text: (reward: AdminReward) => string
  done: string
}

const publish: StateAction = {
  name: 'Publish',
  icon: CirclePlay,
  state: 'published',
  done: 'is published.',
  text: (reward) => {
    const offer = offerOn(reward, today())
    if (offer === 'closed') return 'This merchant is deactivated, so members do not see the reward.'
    if (offer === 'over') return "Its last day has passed. Members won't see it until you choose a later one."
    if (offer === 'scheduled') return `Members see it and can claim it from ${readableDay(reward.start_date)} on.`
    if (reward.left === 0) return 'Members see it, but none is left to claim.'
    return 'Members see it and can claim it at once.'
  },
}
const pause: StateAction = {
  name: 'Pause',
  icon: CirclePause,
  state: 'paused',
  done: 'is paused.',
  text: () =>
    'Members no longer see it and cannot claim it. Vouchers that were claimed can be used. You can publish it again.',
}
const end: StateAction = {
  name: 'End',
  icon: Ban,
  state: 'ended',
  done: 'has ended.',
  text: () =>
    'Members can no longer claim it, and it cannot be changed or published again. Vouchers that were claimed can be used until their last day.',
}

const actionsOf = { draft: [publish], published: [pause, end], paused: [publish, end], ended: [] }

export function RewardActions(props: Props) {
  const { reward } = props
  return (
    <>
      {actionsOf[reward.state].map((action) => (
        <StateButton key={action.name} {...props} action={action} />
      ))}
      {reward.state === 'draft' || reward.recalled_at ? null : (
        <DialogButton text="Recall" icon={Undo2} dialog={(close) => <RecallDialog {...props} onClose={close} />} />
      )}
      <LinkButton to={`/rewards/new?copy=${reward.id}`} icon={Copy}>
        Copy
      </LinkButton>
      {reward.state === 'draft' ? <RemoveButton record={reward} list="/rewards" removal={removal} /> : null}
    </>
  )
}

function StateButton({ reward, isUnsaved, action, onChanged, onConflict }: Props & { action: StateAction }) {
  const { id, version, title } = reward
  const { name, icon, state, text, done } = action
  const isEnd = state === 'ended'
  return (
    <ActionButton
      text={name}
      icon={icon}
      title={`${name} ${title}?`}
      isDangerous={isEnd}
      call={changeState}
      input={() => ({ id, version, state })}
      invalidates={['/console/rewards']}
      done={({ data }) => `${data.title} ${done}`}
      onDone={({ data }) => onChanged(data)}
      onConflict={onConflict}
    >
      <p>{text(reward)}</p>
      {isUnsaved ? <UnsavedNote isLost={isEnd} /> : null}
    </ActionButton>
  )
}

const removal = {
  call: remove,
  consequence: 'It was never published, so no member has seen it. Its picture is deleted too.',
}

/** Recalls a reward with a reason, after it has shown how many vouchers end and how many stamps go back. */
function RecallDialog({ reward, isUnsaved, onChanged, onConflict, onClose }: Props & { onClose: () => void }) {
  const { id, version, title, state } = reward
  const counts = useQuery({ ...q(show, { id }), gcTime: 0 })
  return (
    <ActionDialog
      title={`Recall ${title}?`}
      action="Recall"
      isDangerous
      reason="Reason (shown to members)"
      call={recall}
      input={(reason) => ({ id, version, reason })}
      invalidates={['/console/rewards', '/console/vouchers']}
      isReady={!counts.isPending}
      done={({ data }) => `${data.title} is recalled.`}
      onDone={({ data }) => onChanged(data)}
      onConflict={onConflict}
      onClose={onClose}
    >
      <Notice kind="warning" role="status">
        {counts.data ? (
          <Consequences {...counts.data.data.vouchers} />
        ) : counts.error ? (
          <p>We couldn't count its vouchers. All that are ready end, and their stamps go back.</p>
        ) : (
          <p>Counting its vouchers…</p>
        )}
      </Notice>
      {state === 'ended' ? null : <p>The reward ends too: members can no longer claim it.</p>}
      {isUnsaved ? <UnsavedNote isLost /> : null}
    </ActionDialog>
  )
}

function Consequences({ ready, ready_stamps, used }: AdminReward['vouchers']) {
  return (
    <>
      <p>
        {ready === 0
          ? 'No voucher is ready, so no stamps go back.'
          : `${vouchersText(ready)} ${ready === 1 ? 'is' : 'are'} ready and will end. ${stampsText(ready_stamps)} ${ready_stamps === 1 ? 'goes' : 'go'} back to ${ready === 1 ? 'the member, who gets' : 'the members, who get'} an email with your reason.`}
      </p>
      {used > 0 ? (
        <p className="mt-1">
          {used === 1 ? '1 voucher that was used stays used.' : `${used} vouchers that were used stay used.`}
        </p>
      ) : null}
    </>
  )
}

function UnsavedNote({ isLost }: { isLost: boolean }) {
  return (
    <p className="font-semibold">
      {isLost
        ? 'What you changed in the form is not saved and will be lost.'
        : 'What you changed in the form is not saved. Save it first, or members see the old version.'}
    </p>
  )
}

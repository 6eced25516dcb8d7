import { type AdminReward, changeState, remove } from '@stampus/contract/console/rewards'
import { Ban, CirclePause, CirclePlay, Copy, Undo2 } from 'lucide-react'
import type { ComponentType } from 'react'
import { LinkButton } from '../../shared/components/LinkButton.tsx'
import { readableDay, today } from '../../shared/dates.ts'
import { ActionButton } from '../../shared/dialogs/ActionButton.tsx'
import { DialogButton } from '../../shared/dialogs/DialogButton.tsx'
import { RemoveButton } from '../../shared/dialogs/RemoveButton.tsx'
import { RecallDialog, UnsavedNote } from './RecallDialog.tsx'
import { offerOn } from './RewardStateBadge.tsx'

type Props = {
  reward: AdminReward
  /** Whether the form has changes that are not saved. */
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
  text: publishText,
  done: 'is published.',
}
const pause: StateAction = {
  name: 'Pause',
  icon: CirclePause,
  state: 'paused',
  text: () =>
    'Members no longer see it and cannot claim it. Vouchers that were claimed can be used. You can publish it again.',
  done: 'is paused.',
}
const end: StateAction = {
  name: 'End',
  icon: Ban,
  state: 'ended',
  text: () =>
    'Members can no longer claim it, and it cannot be changed or published again. Vouchers that were claimed can be used until their last day.',
  done: 'has ended.',
}

function publishText(reward: AdminReward): string {
  const offer = offerOn(reward, today())
  if (offer === 'closed') return 'This merchant is deactivated, so members do not see the reward.'
  if (offer === 'over') return "Its last day has passed. Members won't see it until you choose a later one."
  if (offer === 'scheduled') return `Members see it and can claim it from ${readableDay(reward.start_date)} on.`
  if (reward.left === 0) return 'Members see it, but none is left to claim.'
  return 'Members see it and can claim it at once.'
}

const actionsOf = { draft: [publish], published: [pause, end], paused: [publish, end], ended: [] }

/** What a manager can do with a reward in its state. */
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

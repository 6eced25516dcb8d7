import { type AdminReward, changeState, remove } from '@stampus/contract/console/rewards'
import { Button, buttonClass } from '@stampus/ui/Button'
import { Ban, CirclePause, CirclePlay, Copy, Undo2 } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { Link } from 'react-router'
import { isConflict } from '../../shared/api/api.ts'
import { useCall } from '../../shared/api/queries.ts'
import { readableDay, today } from '../../shared/dates.ts'
import { ConfirmDialog } from '../../shared/dialogs/ConfirmDialog.tsx'
import { RemoveButton } from '../../shared/dialogs/RemoveButton.tsx'
import { showToast } from '../../shared/toasts.ts'
import { offerOn } from './offer.ts'
import { RecallDialog } from './RecallDialog.tsx'
import { UnsavedNote } from './UnsavedNote.tsx'

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
  const [open, setOpen] = useState<StateAction | 'recall'>()
  const close = () => setOpen(undefined)
  return (
    <>
      {actionsOf[reward.state].map((action) => (
        <Button key={action.name} look="secondary" onClick={() => setOpen(action)}>
          <action.icon aria-hidden="true" className="size-4" />
          {action.name}
        </Button>
      ))}
      {reward.state === 'draft' || reward.recalled_at ? null : (
        <Button look="secondary" onClick={() => setOpen('recall')}>
          <Undo2 aria-hidden="true" className="size-4" />
          Recall
        </Button>
      )}
      <Link to={`/rewards/new?copy=${reward.id}`} className={buttonClass('secondary')}>
        <Copy aria-hidden="true" className="size-4" />
        Copy
      </Link>
      {reward.state === 'draft' ? <RemoveButton record={reward} list="/rewards" removal={removal} /> : null}
      {open === 'recall' ? <RecallDialog {...props} onClose={close} /> : null}
      {open && open !== 'recall' ? <StateDialog key={open.name} {...props} action={open} onClose={close} /> : null}
    </>
  )
}

type StateDialogProps = Props & { action: StateAction; onClose: () => void }

function StateDialog({ reward, isUnsaved, action, onChanged, onConflict, onClose }: StateDialogProps) {
  const changing = useCall(changeState, ['/console/rewards'])
  const { id, version, title } = reward
  const confirm = () => {
    const onSuccess = ({ data }: { data: AdminReward }) => {
      showToast(`${data.title} ${action.done}`)
      onChanged(data)
      onClose()
    }
    const onError = (error: Error) => {
      if (!isConflict(error)) return
      onConflict(error)
      onClose()
    }
    changing.mutate({ id, version, state: action.state }, { onSuccess, onError })
  }
  return (
    <ConfirmDialog
      title={`${action.name} ${title}?`}
      action={action.name}
      look={action.state === 'ended' ? 'danger' : 'primary'}
      mutation={changing}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{action.text(reward)}</p>
      {isUnsaved ? <UnsavedNote isLost={action.state === 'ended'} /> : null}
    </ConfirmDialog>
  )
}

const removal = {
  call: remove,
  consequence: 'It was never published, so no member has seen it. Its picture is deleted too.',
}

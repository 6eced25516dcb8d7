import {
  endSessions,
  list,
  type OwnerCard,
  remove,
  resetSecondFactor,
  sendLink,
  show,
} from '@stampus/contract/console/counters/owners'
import { INVITATION_HOURS } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { q, useCall } from '../../shared/api/queries.ts'
import { Fact } from '../../shared/components/Fact.tsx'
import { When } from '../../shared/components/When.tsx'
import { ConfirmDialog } from '../../shared/dialogs/ConfirmDialog.tsx'
import { showToast } from '../../shared/toasts.ts'

type OwnerAction = 'link' | 'sessions' | 'factor' | 'removal'

/** An owner's sign-in and the manager's actions on it. */
export function OwnerSignIn({ id }: { id: number }) {
  const [action, setAction] = useState<OwnerAction>()
  // A live query, not the loaded record, so that the actions here show at once.
  const owner = useQuery(q(show, { id })).data?.data
  if (!owner) return null
  return (
    <div className="grid gap-4">
      <dl className="grid gap-x-4 gap-y-3 min-[30rem]:grid-cols-2">
        <Fact name="Email">{owner.email}</Fact>
        <Fact name="Password">{owner.invited ? 'Not chosen yet' : 'Chosen'}</Fact>
        <Fact name="Second factor">{owner.has_second_factor ? 'On' : 'Off'}</Fact>
        <Fact name="Sessions">{owner.sessions}</Fact>
        <Fact name="Last seen">{owner.last_seen_at ? <When at={owner.last_seen_at} /> : 'Never'}</Fact>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" onClick={() => setAction('link')}>
          {owner.invited ? 'Send the invitation again' : 'Send password link'}
        </Button>
        <Button look="secondary" onClick={() => setAction('sessions')}>
          Sign out everywhere
        </Button>
        {owner.has_second_factor ? (
          <Button look="secondary" onClick={() => setAction('factor')}>
            Reset second factor
          </Button>
        ) : null}
        <Button look="danger" onClick={() => setAction('removal')}>
          Remove owner
        </Button>
      </div>
      {action ? <ActionDialog action={action} owner={owner} onClose={() => setAction(undefined)} /> : null}
    </div>
  )
}

type DialogProps = { action: OwnerAction; owner: OwnerCard; onClose: () => void }

function ActionDialog({ action, owner, onClose }: DialogProps) {
  const navigate = useNavigate()
  const calls = {
    link: useCall(sendLink),
    sessions: useCall(endSessions, [list.path]),
    factor: useCall(resetSecondFactor, [list.path]),
    removal: useCall(remove, [list.path]),
  }
  const doing = calls[action]
  const confirm = () =>
    doing.mutate(
      { id: owner.id },
      {
        onSuccess: ({ message }) => {
          showToast(message)
          onClose()
          if (action === 'removal') navigate('/owners', { replace: true })
        },
      },
    )
  const { title, button, text } = questionsAbout(owner)[action]
  return (
    <ConfirmDialog
      title={title}
      action={button}
      look={action === 'link' ? 'primary' : 'danger'}
      mutation={doing}
      onConfirm={() => doing.isPending || confirm()}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}

type Question = { title: string; button: string; text: string }

function questionsAbout({ name, invited }: OwnerCard): Record<OwnerAction, Question> {
  return {
    link: {
      title: `Send ${name} a link?`,
      button: 'Send link',
      text: `They can use it once, within ${invited ? `${INVITATION_HOURS} hours` : '60 minutes'}, to choose a password. Earlier links stop working.`,
    },
    sessions: {
      title: `Sign ${name} out everywhere?`,
      button: 'Sign out everywhere',
      text: 'They can sign in again right away. Their counters keep working.',
    },
    factor: {
      title: `Reset the second factor of ${name}?`,
      button: 'Reset second factor',
      text: "They are signed out everywhere and can sign in with only their password. We'll email them.",
    },
    removal: {
      title: `Remove ${name}?`,
      button: 'Remove owner',
      text: "They are signed out now and can't sign in again. The phones that they enrolled stop working. What was handed over stays.",
    },
  }
}

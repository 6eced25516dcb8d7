import {
  endOperatorSessions,
  type OperatorCard,
  removeOperator,
  resetSecondFactor,
  sendOperatorLink,
  showOperator,
} from '@stampus/contract/console/operators'
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

type OperatorAction = 'link' | 'sessions' | 'factor' | 'removal'

/** An operator's sign-in and the manager's actions on it. */
export function OperatorSignIn({ id, isOwn }: { id: number; isOwn: boolean }) {
  const [pendingAction, setAsked] = useState<OperatorAction>()
  // A live query, not the loaded record, so that the actions here show at once.
  const operator = useQuery(q(showOperator, { id })).data?.data
  if (!operator) return null
  const ask = (what: OperatorAction) => () => setAsked(what)
  return (
    <div className="grid gap-4">
      <Facts {...operator} />
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" onClick={ask('link')}>
          {operator.invited ? 'Resend link' : 'Send password link'}
        </Button>
        <Button look="secondary" onClick={ask('sessions')}>
          Sign out everywhere
        </Button>
        {operator.has_second_factor && !isOwn ? (
          <Button look="secondary" onClick={ask('factor')}>
            Reset second factor
          </Button>
        ) : null}
        {isOwn ? null : (
          <Button look="danger" onClick={ask('removal')}>
            Remove operator
          </Button>
        )}
      </div>
      {pendingAction ? (
        <ActionDialog pendingAction={pendingAction} operator={operator} onClose={() => setAsked(undefined)} />
      ) : null}
    </div>
  )
}

function Facts({ email, invited, has_second_factor, sessions, last_seen_at }: OperatorCard) {
  return (
    <dl className="grid gap-x-4 gap-y-3 min-[30rem]:grid-cols-2">
      <Fact name="Email">{email}</Fact>
      <Fact name="Password">{invited ? 'Not chosen yet' : 'Chosen'}</Fact>
      <Fact name="Second factor">{has_second_factor ? 'On' : 'Off'}</Fact>
      <Fact name="Sessions">{sessions}</Fact>
      <Fact name="Last seen">{last_seen_at ? <When at={last_seen_at} /> : 'Never'}</Fact>
    </dl>
  )
}

function ActionDialog({
  pendingAction,
  operator,
  onClose,
}: {
  pendingAction: OperatorAction
  operator: OperatorCard
  onClose: () => void
}) {
  const navigate = useNavigate()
  const doing = useOperatorActions()[pendingAction]
  const { title, action, text } = confirmations(operator)[pendingAction]
  const confirm = () =>
    doing.mutate(
      { id: operator.id },
      {
        onSuccess: ({ message }: { message: string }) => {
          showToast(message)
          onClose()
          if (pendingAction === 'removal') navigate('/operators', { replace: true })
        },
      },
    )
  return (
    <ConfirmDialog
      title={title}
      action={action}
      look={pendingAction === 'link' ? 'primary' : 'danger'}
      mutation={doing}
      onConfirm={() => doing.isPending || confirm()}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}

function useOperatorActions() {
  const list = ['/console/operators']
  return {
    link: useCall(sendOperatorLink),
    sessions: useCall(endOperatorSessions, list),
    factor: useCall(resetSecondFactor, list),
    removal: useCall(removeOperator, list),
  }
}

function confirmations({
  name,
  invited,
}: OperatorCard): Record<OperatorAction, { title: string; action: string; text: string }> {
  return {
    link: {
      title: `Send ${name} a link?`,
      action: 'Send link',
      text: `They can use it once, within ${invited ? `${INVITATION_HOURS} hours` : '60 minutes'}, to choose a password. Earlier links stop working.`,
    },
    sessions: {
      title: `Sign ${name} out everywhere?`,
      action: 'Sign out everywhere',
      text: 'They can sign in again right away.',
    },
    factor: {
      title: `Reset the second factor of ${name}?`,
      action: 'Reset second factor',
      text: "They are signed out everywhere and can sign in with only their password. We'll email them.",
    },
    removal: {
      title: `Remove ${name}?`,
      action: 'Remove operator',
      text: "They are signed out now and can't sign in again. Their decisions stay.",
    },
  }
}

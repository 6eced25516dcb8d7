import { endOwnOtherSessions } from '@stampus/contract/console/ownAccount'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { useCall } from '../../shared/api/queries.ts'
import { say } from '../../shared/toasts.ts'

/** Where else the caller is signed in, in number, and the way to end it. */
export function OwnSessions({ others }: { others: number }) {
  const ending = useCall(endOwnOtherSessions, ['/console/account'])
  return (
    <div className="grid justify-items-start gap-4">
      <p>{inWords(others)}</p>
      {ending.error ? (
        <Notice kind="error" role="alert">
          {ending.error.message}
        </Notice>
      ) : null}
      <Button
        look="secondary"
        busy={ending.isPending}
        onClick={() => ending.mutate({}, { onSuccess: ({ message }) => say(message) })}
      >
        End other sessions
      </Button>
    </div>
  )
}

function inWords(others: number): string {
  if (others === 0) return 'You are signed in here alone.'
  return `You are signed in here and ${others === 1 ? 'in one other place' : `in ${others} other places`}.`
}

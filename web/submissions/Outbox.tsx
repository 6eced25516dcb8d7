import { Extra } from '../app/Extra.tsx'
import { lazyPart } from '../app/lazyPart.tsx'
import { useSession } from '../app/session.ts'

const OutboxRunner = lazyPart(() => import('./OutboxRunner.tsx'), 'OutboxRunner')

/** Sends on what a member's receipts still wait for, on whatever page. */
export function Outbox() {
  const member = useSession(({ user }) => user?.email_verified_at && user.id)
  return member ? (
    <Extra key={member}>
      <OutboxRunner />
    </Extra>
  ) : null
}

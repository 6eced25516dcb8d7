import { OptionalPart } from '../../shared/components/ErrorBoundary.tsx'
import { lazyPart } from '../../shared/components/LazyPart.tsx'
import { useHasDrafts } from '../../shared/storage/hasDrafts.ts'
import { useSession } from '../../shared/storage/session.ts'

const OutboxRunner = lazyPart(() => import('./OutboxRunner.tsx'), 'OutboxRunner')

/** Sends the member's waiting receipts, whichever page is open. */
export function Outbox() {
  const member = useSession(({ user }) => user?.email_verified_at && user.id)
  const hasDrafts = useHasDrafts((state) => state.hasDrafts)
  return member && hasDrafts ? (
    <OptionalPart key={member}>
      <OutboxRunner />
    </OptionalPart>
  ) : null
}

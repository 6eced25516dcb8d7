import { OptionalPart } from '../../shared/components/ErrorBoundary.tsx'
import { lazyPart } from '../../shared/components/LazyPart.tsx'
import { useHasDrafts } from '../../shared/storage/hasDrafts.ts'
import { useSession } from '../../shared/storage/session.ts'

const OutboxRunner = lazyPart(() => import('../../shared/receipts/outbox.ts'), 'OutboxRunner')

export function Outbox() {
  const member = useSession(({ user }) => user?.email_verified_at && user.id)
  const hasDrafts = useHasDrafts((state) => state.hasDrafts)
  return member && hasDrafts ? (
    <OptionalPart key={member}>
      <OutboxRunner />
    </OptionalPart>
  ) : null
}

/** When a member signs in, assigns a guest's drafts to them and deletes those of other members. */
export function claimDraftsAtSignIn(): void {
  useSession.subscribe(({ user }, before) => {
    if (!user || user.id === before.user?.id) return
    void import('../../shared/receipts/draft.ts').then(({ readOwnDrafts }) => readOwnDrafts()).catch(() => undefined)
  })
}

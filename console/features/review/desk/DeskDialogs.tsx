import type { ReviewItem } from '@stampus/contract/console/review'
import { ReasonDialog } from '../../../shared/dialogs/ReasonDialog.tsx'
import { draftOf } from '../draft.ts'
import type { useDesk } from './desk.ts'
import { RejectDialog } from './RejectDialog.tsx'

/** What a reviewer is about, besides looking. */
export type Doing = 'reject' | 'correct' | 'escalate'

type Props = { desk: ReturnType<typeof useDesk>; item: ReviewItem; doing: Doing | undefined; onClose: () => void }

/** The words that a rejection and an escalation ask for. What was typed stays with the receipt. */
export function DeskDialogs({ desk, item, doing, onClose }: Props) {
  const { rejection, note } = draftOf(desk.drafts, item)
  const { busy, fault } = desk
  if (doing === 'reject')
    return (
      <RejectDialog
        item={item}
        rejection={rejection}
        onType={(typed) => desk.type(item, { rejection: typed })}
        busy={busy}
        fault={fault}
        onClose={onClose}
        onReject={(given) => void desk.pass(item, { status: 'rejected', ...given })}
      />
    )
  if (doing === 'escalate')
    return (
      <ReasonDialog
        title="Escalate to managers"
        beside
        action="Escalate"
        look="primary"
        label="Note to the managers"
        words={[note, (typed) => desk.type(item, { note: typed })]}
        mutation={{ isPending: busy, error: fault ? new Error(fault) : null }}
        onConfirm={(given) => void desk.escalate(item, given)}
        onClose={onClose}
      />
    )
  return null
}

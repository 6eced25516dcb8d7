import { type AdminReward, recall, show } from '@stampus/contract/console/rewards'
import { Notice } from '@stampus/ui/Notice'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../shared/api/queries.ts'
import { ActionDialog } from '../../shared/dialogs/ActionButton.tsx'
import { stampsText, vouchersText } from '../../shared/labels/labels.ts'

type Props = {
  reward: AdminReward
  isUnsaved: boolean
  onChanged: (reward: AdminReward) => void
  onConflict: (error: Error) => void
  onClose: () => void
}

/** Recalls a reward with a reason, after it has shown how many vouchers end and how many stamps go back. */
export function RecallDialog({ reward, isUnsaved, onChanged, onConflict, onClose }: Props) {
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

/** Says what becomes of changes that were typed and not saved. */
export function UnsavedNote({ isLost }: { isLost: boolean }) {
  return (
    <p className="font-semibold">
      {isLost
        ? 'What you changed in the form is not saved and will be lost.'
        : 'What you changed in the form is not saved. Save it first, or members see the old version.'}
    </p>
  )
}

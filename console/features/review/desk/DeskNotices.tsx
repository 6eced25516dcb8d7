import type { Signal } from '@stampus/contract/console/signals'
import { Notice } from '@stampus/ui/Notice'
import { LookAlikes } from '../../../shared/dialogs/LookAlikes.tsx'
import type { Held } from './lease.ts'

type Props = { fault: string | undefined; unseen: Signal[]; held: Held }

/** What went wrong, and how long the receipt is still held where the end is near. */
export function DeskNotices({ fault, unseen, held }: Props) {
  const { left } = held
  const said = fault ?? held.fault
  const isLost = left === 0 && held.fault
  return (
    <>
      {said ? (
        <Notice kind="error" role="alert">
          {said}
          {fault ? <LookAlikes signals={unseen} /> : null}
        </Notice>
      ) : null}
      {left === undefined || isLost ? null : (
        <Notice kind="warning">
          {left > 0
            ? `Held for you for ${left} s more. Go on working and it stays yours.`
            : 'No longer held for you: another reviewer may take it. Go on working and it is yours again.'}
        </Notice>
      )}
    </>
  )
}

import { Notice } from '@stampus/ui/Notice'

/** Tells the manager, before sending, that a second manager must confirm it, or that there is none. */
export function SecondManagerNotice({ isAvailable }: { isAvailable: boolean }) {
  return (
    <Notice kind="warning" role="status">
      {isAvailable
        ? 'A second manager must confirm this before it takes effect.'
        : 'No second manager can confirm this. It takes effect at once and is marked as not countersigned.'}
    </Notice>
  )
}

import { Notice } from '@stampus/ui/Notice'

/** Says before something is sent that a second manager must confirm it, or that there is none. */
export function SecondManager({ available }: { available: boolean }) {
  return (
    <Notice kind="warning" role="status">
      {available
        ? 'A second manager must confirm this before it takes effect.'
        : 'There is no second manager to confirm this. It takes effect at once and is marked as not countersigned.'}
    </Notice>
  )
}

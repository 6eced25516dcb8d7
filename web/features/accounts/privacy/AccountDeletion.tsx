import { deleteAccount } from '@stampus/contract/privacy'
import { UserX } from 'lucide-react'
import { Suspense, useState } from 'react'
import * as words from '#words'
import { lazyWithRetry } from '../../../shared/components/lazyPart.tsx'
import { useAddition } from '../../../shared/receipts/additions.ts'
import { AccountAction } from '../profile/AccountAction.tsx'

const DeletionDialog = lazyWithRetry(async () => (await import('./DeletionDialog.tsx')).DeletionDialog)

/** The way out for good (D-55). */
export function AccountDeletion() {
  const [asking, setAsking] = useState(false)
  const { offered } = useAddition(deleteAccount)
  return (
    <li>
      <AccountAction
        grave
        icon={UserX}
        label={words.deletionLabel}
        about={words.deletionAbout}
        offered={offered}
        onClick={() => setAsking(true)}
      />
      {asking ? (
        <Suspense>
          <DeletionDialog onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </li>
  )
}

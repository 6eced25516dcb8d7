import { LogOut } from 'lucide-react'
import * as words from '#words'
import { signOut } from '../../../shared/storage/signOut.ts'
import { AccountDeletion } from '../privacy/AccountDeletion.tsx'
import { DataExport } from '../privacy/DataExport.tsx'
import { AccountAction } from './AccountAction.tsx'
import { OtherSessions } from './OtherSessions.tsx'

/** What a member can do with the account itself. */
export function AccountActions() {
  return (
    <section aria-labelledby="account-actions" className="grid gap-3">
      <h2 id="account-actions" className="font-bold text-lead">
        {words.accountTitle}
      </h2>
      <ul className="divide-y divide-line rounded-sheet bg-sheet shadow-sheet">
        <li>
          <AccountAction
            icon={LogOut}
            label={words.profileSignOut}
            about={words.profileSignOutAbout}
            onClick={signOut}
          />
        </li>
        <OtherSessions />
        <DataExport />
        <AccountDeletion />
      </ul>
    </section>
  )
}

import type { User } from '@stampus/contract/accounts'
import { buttonClass } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import * as words from '#words'
import { Avatar } from '../../../shared/components/Avatar.tsx'
import { Link } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { PendingEmail } from './PendingEmail.tsx'
import { unsavedOf } from './unsavedProfile.ts'

const since = new Intl.DateTimeFormat(words.locale, { month: 'long', year: 'numeric' })

/** Who one is here (S-2.31), and what waits: an address for its link (D-22), changes for their saving. */
export function ProfileView({ user }: { user: User }) {
  return (
    <>
      <div className="grid justify-items-center gap-4 rounded-sheet bg-sheet p-6 text-center shadow-sheet">
        <Avatar user={user} size="large" />
        <p className="max-w-full font-semibold text-lead">{user.name}</p>
        <Link to={`${linkTo('profile')}?edit`} className={buttonClass('secondary')}>
          <Pencil aria-hidden="true" className="size-4" />
          {words.profileEdit}
        </Link>
      </div>
      {unsavedOf(user) ? <Notice kind="warning">{words.profileUnsavedWait}</Notice> : null}
      {user.pending_email ? <PendingEmail pending={user.pending_email} /> : null}
      <dl className="divide-y divide-line rounded-sheet bg-sheet px-5 shadow-sheet">
        <Line name={words.emailLabel}>{user.email}</Line>
        <Line name={words.profileSince}>{since.format(new Date(user.created_at))}</Line>
      </dl>
    </>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="py-3.5">
      <dt className="text-small text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

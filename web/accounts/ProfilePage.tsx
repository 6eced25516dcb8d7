import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../app/Avatar.tsx'
import { useSession } from '../app/session.ts'
import { signOut } from '../app/signOut.ts'
import { Title } from '../app/Title.tsx'

const since = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })

/** S-2.31, the view. */
export function ProfilePage() {
  const user = useSession((session) => session.user)
  if (!user) return null
  return (
    <section className="mx-auto grid max-w-md gap-6">
      <Title>My Profile</Title>
      <div className="grid justify-items-center gap-4 rounded-sheet bg-sheet p-6 text-center shadow-sheet">
        <Avatar user={user} size="large" />
        <p className="max-w-full font-semibold text-lead">{user.name}</p>
      </div>
      <dl className="divide-y divide-line rounded-sheet bg-sheet px-5 shadow-sheet">
        <Line name="Email">{user.email}</Line>
        <Line name="Member since">{since.format(new Date(user.created_at))}</Line>
      </dl>
      {user.pending_email ? (
        <Notice kind="info">
          Open the link we sent to <strong>{user.pending_email}</strong> to use that address here.
        </Notice>
      ) : null}
      <Button look="secondary" onClick={signOut}>
        <LogOut aria-hidden="true" className="size-5" />
        Sign out
      </Button>
    </section>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="py-3.5">
      <dt className="text-small text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

import { Spinner } from '@stampus/ui/Spinner'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import * as words from '#words'
import { lazyWithRetry } from '../../../shared/components/lazyPart.tsx'
import { Title } from '../../../shared/components/Title.tsx'
import { useSession } from '../../../shared/storage/session.ts'
import { AccountActions } from './AccountActions.tsx'
import { ProfileView } from './ProfileView.tsx'

const ProfileForm = lazyWithRetry(async () => (await import('./ProfileForm.tsx')).ProfileForm)

/** S-2.31: the view, and with `?edit` the form. */
export function ProfilePage() {
  const [query] = useSearchParams()
  const user = useSession((session) => session.user)
  if (!user) return null
  return query.has('edit') ? (
    <section className="mx-auto grid max-w-md gap-6">
      <Title key="edit">{words.profileEditTitle}</Title>
      <Suspense fallback={<Spinner size="lg" label={words.loading} />}>
        <ProfileForm key={user.id} user={user} />
      </Suspense>
    </section>
  ) : (
    <section className="mx-auto grid max-w-md gap-6">
      <Title key="view">{words.profileTitle}</Title>
      <ProfileView user={user} />
      <AccountActions />
    </section>
  )
}

import { cancelEmailChange, type User } from '@stampus/contract/accounts'
import { Button, buttonClass } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { Spinner } from '@stampus/ui/Spinner'
import { Pencil } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { refreshUser } from '../../../shared/api/api.ts'
import { useOptionalCall } from '../../../shared/api/optionalCalls.ts'
import { Avatar } from '../../../shared/components/Avatar.tsx'
import { lazyWithRetry } from '../../../shared/components/LazyPart.tsx'
import { Link } from '../../../shared/components/Link.tsx'
import { Title } from '../../../shared/components/Title.tsx'
import { readableMonth } from '../../../shared/dates.ts'
import { linkTo } from '../../../shared/paths.ts'
import { mergeUser, useSession } from '../../../shared/storage/session.ts'
import { showToast } from '../../../shared/toasts.ts'
import { orErrorToast } from '../forms.tsx'
import { ResendLink } from '../verification/ResendLink.tsx'
import { AccountActions } from './AccountActions.tsx'
import { useHasUnsaved } from './unsavedProfile.ts'

const ProfileForm = lazyWithRetry(async () => (await import('./ProfileForm.tsx')).ProfileForm)

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

function ProfileView({ user }: { user: User }) {
  const hasUnsaved = useHasUnsaved(user)
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
      {hasUnsaved ? <Notice kind="warning">{words.profileUnsavedWait}</Notice> : null}
      {user.pending_email ? <PendingEmail pending={user.pending_email} /> : null}
      <dl className="divide-y divide-line rounded-sheet bg-sheet px-5 shadow-sheet">
        <Line name={words.emailLabel}>{user.email}</Line>
        <Line name={words.profileSince}>{readableMonth(new Date(user.created_at))}</Line>
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

function PendingEmail({ pending }: { pending: string }) {
  const { run, loading, isOffered } = useOptionalCall(cancelEmailChange)
  const keep = () =>
    orErrorToast(words.keepEmailNotDone, async () => {
      const { data } = await run({})
      mergeUser(data)
      showToast({ type: 'success', title: words.keepEmailDoneTitle, message: sentences.profileEmailKept(data.email) })
    })
  return (
    <Notice kind="info">
      {words.profilePendingBeforeAddress}
      <strong>{pending}</strong>
      {words.profilePendingAfterAddress}
      <div className="mt-3 grid gap-3">
        <ResendLink email={pending} onAlreadyVerified={() => void refreshUser().catch(() => undefined)} />
        {isOffered ? (
          <Button look="secondary" isBusy={loading} onClick={keep}>
            {words.keepEmail}
          </Button>
        ) : null}
      </div>
    </Notice>
  )
}

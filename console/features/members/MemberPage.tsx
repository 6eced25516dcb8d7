import { showMember } from '@stampus/contract/console/members'
import { Spinner } from '@stampus/ui/Spinner'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { OpeningFault } from '../../shared/components/OpeningFault.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { MemberActions } from './MemberActions.tsx'
import { Profile } from './Profile.tsx'
import { Suspensions } from './Suspensions.tsx'
import { Wallet } from './Wallet.tsx'

/** One member: how they stand, their stamps, and what a manager may do (D-53). */
export default function MemberPage() {
  const id = Number(useParams().id)
  const { data, error, isFetching, refetch } = useQuery(q(showMember, { id }))
  const member = data?.data
  return (
    <Page
      title={member?.name ?? `Member ${id}`}
      back={<BackLink to="/members">Members</BackLink>}
      actions={member && member.email !== null ? <MemberActions key={id} member={member} /> : null}
    >
      {member ? (
        <>
          <Profile member={member} />
          {member.suspensions.length > 0 ? <Suspensions suspensions={member.suspensions} /> : null}
          <Wallet key={id} member={member} />
        </>
      ) : error ? (
        <OpeningFault
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
          list={{ to: '/members', name: 'Members' }}
        />
      ) : (
        <Spinner size="lg" label="Loading the member" />
      )}
    </Page>
  )
}

import { ownAccount } from '@stampus/contract/console/ownAccount'
import { Failure } from '@stampus/ui/Failure'
import { Skeleton } from '@stampus/ui/Skeleton'
import { Waiting } from '@stampus/ui/Waiting'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../shared/api/queries.ts'
import { Page } from '../../shared/components/Page.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { Part } from './Part.tsx'
import { SecondFactor } from './SecondFactor.tsx'

/** What an operator keeps of their own sign-in. */
export default function AccountPage() {
  return (
    <Page title="My account">
      <Kept />
      <Part title="Password">
        <OwnPassword />
      </Part>
    </Page>
  )
}

function Kept() {
  const { data, error, isFetching, refetch } = useQuery(q(ownAccount, {}))
  if (data) {
    const { has_second_factor, recovery_codes_left, other_sessions } = data.data
    return (
      <>
        <Part title="Second factor">
          <SecondFactor isOn={has_second_factor} codesLeft={recovery_codes_left} />
        </Part>
        <Part title="Sessions">
          <OwnSessions others={other_sessions} />
        </Part>
      </>
    )
  }
  if (error) return <Failure text={error.message} retry="Retry" busy={isFetching} onRetry={() => void refetch()} />
  return (
    <Waiting label="Opening your account">
      <Skeleton className="h-40 w-full" />
    </Waiting>
  )
}

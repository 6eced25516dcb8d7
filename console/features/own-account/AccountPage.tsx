import { ownAccount } from '@stampus/contract/console/ownAccount'
import { Failure } from '@stampus/ui/Failure'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { OwnAccount, OwnPassword } from '@stampus/ui/sign-in/OwnAccount'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { q } from '../../shared/api/queries.ts'
import { Page, PageSection } from '../../shared/components/Page.tsx'
import { calls, showChange, UnsavedCodes } from './secondFactor.tsx'
import { words } from './words.ts'

export default function AccountPage() {
  const { data, error, isFetching, refetch } = useQuery(q(ownAccount, {}))
  return (
    <Page title="My account">
      {data ? (
        <OwnAccount {...own} account={data.data} guard={<UnsavedCodes />} />
      ) : error ? (
        <Failure text={error.message} retry="Retry" isBusy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading your account">
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
      <OwnPassword {...own} />
    </Page>
  )
}

const Section = ({ title, children }: ComponentProps<typeof PageSection>) => (
  <PageSection title={title}>
    <div className="grid max-w-md gap-4">{children}</div>
  </PageSection>
)

const own = { words, calls, onChanged: showChange, Section }

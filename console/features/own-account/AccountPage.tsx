import { ownAccount } from '@stampus/contract/console/ownAccount'
import { Failure } from '@stampus/ui/Failure'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { OwnAccount } from '@stampus/ui/sign-in/OwnAccount'
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
        <OwnAccount
          words={words}
          calls={calls}
          account={data.data}
          onChanged={showChange}
          Section={Section}
          guard={<UnsavedCodes />}
        />
      ) : error ? (
        <Failure text={error.message} retry="Retry" isBusy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading your account">
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
    </Page>
  )
}

const Section = ({ title, children }: ComponentProps<typeof PageSection>) => (
  <PageSection title={title}>
    <div className="grid max-w-md gap-4">{children}</div>
  </PageSection>
)

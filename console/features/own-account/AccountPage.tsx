import { ownAccount } from '@stampus/contract/console/ownAccount'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { OwnAccount, OwnPassword } from '@stampus/ui/sign-in/OwnAccount'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { q } from '../../shared/api/queries.ts'
import { LoadFailure } from '../../shared/components/LoadFailure.tsx'
import { Page, PageSection } from '../../shared/components/Page.tsx'
import { calls, showChange, UnsavedRecoveryCodes } from './secondFactor.tsx'
import { words } from './words.ts'

export default function AccountPage() {
  const query = useQuery(q(ownAccount, {}))
  return (
    <Page title="My account">
      {query.data ? (
        <OwnAccount {...own} account={query.data.data} guard={<UnsavedRecoveryCodes />} />
      ) : query.error ? (
        <LoadFailure query={query} />
      ) : (
        <Loading label="Loading your account" className="grid gap-4">
          <Skeleton className="h-76 w-full" />
          <Skeleton className="h-42 w-full" />
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

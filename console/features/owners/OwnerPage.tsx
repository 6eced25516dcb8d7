import { show } from '@stampus/contract/console/counters/owners'
import { useParams } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { BackLink, Page, PageSection } from '../../shared/components/Page.tsx'
import { RecordLoader } from '../../shared/components/RecordLoader.tsx'
import { OwnerCounters } from './OwnerCounters.tsx'
import { OwnerForm } from './OwnerForm.tsx'
import { OwnerSignIn } from './OwnerSignIn.tsx'

/** One owner: name and merchants, their counters, and sign-in. */
export default function OwnerPage() {
  const id = Number(useParams().id)
  return (
    <RecordLoader key={id} query={q(show, { id })} what="Owner" list={{ to: '/owners', name: 'Owners' }}>
      {(owner, reload) => (
        <Page title={owner.name} back={<BackLink to="/owners">Owners</BackLink>}>
          <PageSection title="Owner">
            <OwnerForm owner={owner} onReload={reload} />
          </PageSection>
          <PageSection title="Counters">
            <OwnerCounters id={owner.id} />
          </PageSection>
          <PageSection title="Sign-in">
            <OwnerSignIn id={owner.id} />
          </PageSection>
        </Page>
      )}
    </RecordLoader>
  )
}

import { type OperatorCard, showOperator } from '@stampus/contract/console/operators'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { operatorQuery, q } from '../../shared/api/queries.ts'
import { BackLink, Page, PageSection } from '../../shared/components/Page.tsx'
import { RecordLoader } from '../../shared/components/RecordLoader.tsx'
import { OperatorForm } from './OperatorForm.tsx'
import { OperatorSignIn } from './OperatorSignIn.tsx'

/** One operator: name and role, conflicts of interest, and sign-in. */
export default function OperatorPage() {
  const id = Number(useParams().id)
  return (
    <RecordLoader
      key={id}
      query={q(showOperator, { id })}
      what="Operator"
      list={{ to: '/operators', name: 'Operators' }}
    >
      {(operator, reload) => (
        <Page title={operator.name} back={<BackLink to="/operators">Operators</BackLink>}>
          <OperatorSections operator={operator} onReload={reload} />
        </Page>
      )}
    </RecordLoader>
  )
}

function OperatorSections({ operator, onReload }: { operator: OperatorCard; onReload: () => void }) {
  const own = useQuery(operatorQuery).data
  const isOwn = own?.id === operator.id
  return (
    <>
      <PageSection title="Operator">
        <OperatorForm operator={operator} isOwn={isOwn} onReload={onReload} />
      </PageSection>
      <PageSection title="Sign-in">
        <OperatorSignIn id={operator.id} isOwn={isOwn} />
      </PageSection>
    </>
  )
}

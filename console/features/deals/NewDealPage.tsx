import { useNavigate } from 'react-router'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { say } from '../../shared/toasts.ts'
import { DealForm } from './DealForm.tsx'

/** Adds a deal. */
export default function NewDealPage() {
  const navigate = useNavigate()
  return (
    <Page title="New deal" back={<BackLink to="/deals">Deals</BackLink>}>
      <DealForm
        onSaved={({ id, title }) => {
          say(`${title} is added.`)
          navigate(`/deals/${id}`, { replace: true })
        }}
      />
    </Page>
  )
}

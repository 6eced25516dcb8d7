import { useNavigate } from 'react-router'
import { BackLink } from '../parts/BackLink.tsx'
import { Page } from '../parts/Page.tsx'
import { say } from '../parts/saying.ts'
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

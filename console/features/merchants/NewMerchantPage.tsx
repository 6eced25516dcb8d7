import { useNavigate } from 'react-router'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { say } from '../../shared/toasts.ts'
import { MerchantForm } from './MerchantForm.tsx'

/** Adds a merchant. */
export default function NewMerchantPage() {
  const navigate = useNavigate()
  return (
    <Page title="New merchant" back={<BackLink to="/merchants">Merchants</BackLink>}>
      <MerchantForm
        onSaved={({ id, name }) => {
          say(`${name} is added.`)
          navigate(`/merchants/${id}`, { replace: true })
        }}
      />
    </Page>
  )
}

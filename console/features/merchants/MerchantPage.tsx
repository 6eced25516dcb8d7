import { type AdminMerchant, show } from '@stampus/contract/console/merchants'
import { buttonClass } from '@stampus/ui/Button'
import { Gift, QrCode, Smartphone, Tag } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { BackLink, Page } from '../../shared/components/Page.tsx'
import { RecordLoader } from '../../shared/components/RecordLoader.tsx'
import { showToast } from '../../shared/toasts.ts'
import { MerchantForm } from './MerchantForm.tsx'

/** Adds a merchant, or shows one to change it, with links to its poster, deals, rewards and owners. */
export default function MerchantPage() {
  const { id } = useParams()
  if (id === undefined) return <NewMerchant />
  return (
    <RecordLoader key={id} query={q(show, { id })} what="Merchant" list={{ to: '/merchants', name: 'Merchants' }}>
      {(merchant, reload) => <OpenMerchant merchant={merchant} onReload={reload} />}
    </RecordLoader>
  )
}

function OpenMerchant({ merchant, onReload }: { merchant: AdminMerchant; onReload: () => void }) {
  const [name, setName] = useState(merchant.name)
  return (
    <Page
      title={name}
      back={<BackLink to="/merchants">Merchants</BackLink>}
      actions={<MerchantLinks id={merchant.id} />}
    >
      <MerchantForm
        merchant={merchant}
        onReload={onReload}
        onSaved={(saved) => {
          setName(saved.name)
          showToast(`${saved.name} saved.`)
        }}
      />
    </Page>
  )
}

function MerchantLinks({ id }: { id: number }) {
  return (
    <>
      <Link to={`/merchants/${id}/poster`} className={buttonClass('secondary')}>
        <QrCode aria-hidden="true" className="size-4" />
        QR poster
      </Link>
      <Link to={`/deals?merchant_id=${id}`} className={buttonClass('secondary')}>
        <Tag aria-hidden="true" className="size-4" />
        Deals
      </Link>
      <Link to={`/rewards?merchant_id=${id}`} className={buttonClass('secondary')}>
        <Gift aria-hidden="true" className="size-4" />
        Rewards
      </Link>
      <Link to={`/owners?merchant_id=${id}`} className={buttonClass('secondary')}>
        <Smartphone aria-hidden="true" className="size-4" />
        Owners
      </Link>
    </>
  )
}

function NewMerchant() {
  const navigate = useNavigate()
  return (
    <Page title="New merchant" back={<BackLink to="/merchants">Merchants</BackLink>}>
      <MerchantForm
        onSaved={({ id, name }) => {
          showToast(`${name} added.`)
          navigate(`/merchants/${id}`, { replace: true })
        }}
      />
    </Page>
  )
}

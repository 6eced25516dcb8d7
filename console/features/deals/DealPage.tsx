import { type KeptDeal, remove, show } from '@stampus/contract/console/deals'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { q, useCall } from '../../shared/api/queries.ts'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { Opened } from '../../shared/components/Opened.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { RemovalButton } from '../../shared/dialogs/RemovalButton.tsx'
import { say } from '../../shared/toasts.ts'
import { DealForm } from './DealForm.tsx'

/** One deal, to be changed or removed. */
export default function DealPage() {
  const { id = '' } = useParams()
  return (
    <Opened key={id} query={q(show, { id })} what="Deal" list={{ to: '/deals', name: 'Deals' }}>
      {(deal, reload) => <OpenDeal opened={deal} onReload={reload} />}
    </Opened>
  )
}

function OpenDeal({ opened, onReload }: { opened: KeptDeal; onReload: () => void }) {
  const [deal, setDeal] = useState(opened)
  return (
    <Page title={deal.title} back={<BackLink to="/deals">Deals</BackLink>} actions={<Removal deal={deal} />}>
      <DealForm
        deal={opened}
        onReload={onReload}
        onSaved={(saved) => {
          setDeal(saved)
          say(`${saved.title} is saved.`)
        }}
      />
    </Page>
  )
}

function Removal({ deal: { id, version, title } }: { deal: KeptDeal }) {
  const navigate = useNavigate()
  const removing = useCall(remove)
  const done = () => {
    say(`${title} is removed.`)
    navigate('/deals', { replace: true })
  }
  return (
    <RemovalButton
      name={title}
      consequence="Members no longer see this deal. Its picture goes with it."
      mutation={removing}
      onRemove={() => removing.mutate({ id, version }, { onSuccess: done })}
    />
  )
}

import { type Owner, showMerchant } from '@stampus/contract/counter/owners'
import { buttonClass } from '@stampus/ui/Button'
import { useMemo } from 'react'
import { Link } from 'wouter'
import * as statementWords from '#statementWords'
import * as words from '#words'
import { useAnswer } from '../../shared/api/useAnswer.ts'
import { Loaded } from '../../shared/components/Loaded.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { paths, shopHistoryPath, statementsPath } from '../../shared/paths.ts'
import { CashiersSection } from './CashiersSection.tsx'
import { OwnerGate, useSessionEnd } from './OwnerGate.tsx'
import { OwnerLinks } from './OwnerPage.tsx'
import { PhonesSection } from './PhonesSection.tsx'
import { SetUp } from './SetUp.tsx'

/** One shop of an owner: first the set-up, then its phones and cashiers. */
export default function ShopPage({ id }: { id: number }) {
  return (
    <OwnerGate>{(owner, signedOut) => <Shop key={owner.id} id={id} owner={owner} onSignedOut={signedOut} />}</OwnerGate>
  )
}

type Props = { id: number; owner: Owner; onSignedOut: (why?: string) => void }

function Shop({ id, owner, onSignedOut }: Props) {
  const input = useMemo(() => ({ id }), [id])
  const answer = useAnswer(showMerchant, input)
  useSessionEnd(answer.error, onSignedOut)
  const name = owner.merchants.find((merchant) => merchant.id === id)?.name ?? words.ownerTitle
  const back = owner.merchants.length > 1 ? { back: paths.owner } : {}
  return (
    <Page title={name} {...back}>
      <Loaded answer={answer}>
        {({ data: { phones, cashiers } }) =>
          phones.length === 0 && cashiers.length === 0 ? (
            <SetUp shopId={id} ownerName={owner.name} onChanged={answer.reload} />
          ) : (
            <>
              <PhonesSection shopId={id} phones={phones} onChanged={answer.reload} />
              <CashiersSection shopId={id} cashiers={cashiers} onChanged={answer.reload} />
            </>
          )
        }
      </Loaded>
      <div className="grid gap-2">
        <Link href={shopHistoryPath(id)} className={buttonClass('secondary', 'min-h-12')}>
          {words.handOvers}
        </Link>
        <Link href={statementsPath(id)} className={buttonClass('secondary', 'min-h-12')}>
          {statementWords.title}
        </Link>
      </div>
      <OwnerLinks onSignedOut={onSignedOut} />
    </Page>
  )
}

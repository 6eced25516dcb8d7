import { showMerchant } from '@stampus/contract/counter/owners'
import { buttonClass } from '@stampus/ui/Button'
import { Link } from 'wouter'
import { signInTitle } from '#signInWords'
import * as statementWords from '#statementWords'
import * as words from '#words'
import { useAnswer } from '../../shared/api/useAnswer.ts'
import { Loaded } from '../../shared/components/Loaded.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { paths, shopHistoryPath, statementsPath } from '../../shared/paths.ts'
import { CashiersSection } from './CashiersSection.tsx'
import { forOwner, type OwnerProps, shopName, useSessionEnd } from './OwnerGate.tsx'
import { OwnerLinks } from './OwnerPage.tsx'
import { PhonesSection } from './PhonesSection.tsx'
import { SetUp } from './SetUp.tsx'

export default forOwner(ShopPage)

function ShopPage({ id, owner, onSignedOut }: OwnerProps & { id: number }) {
  const answer = useAnswer(showMerchant, { id })
  useSessionEnd(answer.error, onSignedOut)
  const back = owner.merchants.length > 1 ? { back: paths.owner } : {}
  return (
    <Page title={shopName(owner, id) ?? signInTitle} {...back}>
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

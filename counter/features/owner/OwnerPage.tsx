import { signOut } from '@stampus/contract/counter/owners'
import { Button, buttonClass } from '@stampus/ui/Button'
import { useWork } from '@stampus/ui/browser/useWork'
import { generalError } from '@stampus/ui/fieldErrors'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import { Link, Redirect } from 'wouter'
import * as words from '#words'
import { call } from '../../shared/api/api.ts'
import { Page } from '../../shared/components/Page.tsx'
import { paths, shopPath } from '../../shared/paths.ts'
import { forOwner, type OwnerProps } from './OwnerGate.tsx'

export default forOwner(OwnerPage)

function OwnerPage({ owner: { merchants, name }, onSignedOut }: OwnerProps) {
  const [only] = merchants.length === 1 ? merchants : []
  if (only) return <Redirect to={shopPath(only.id)} replace />
  return (
    <Page title={words.yourShops}>
      <p className="text-muted">{name}</p>
      <ul className="grid gap-3">
        {merchants.map(({ id, name: shop }) => (
          <li key={id}>
            <Link href={shopPath(id)} className={buttonClass('secondary', 'wrap-anywhere min-h-14 w-full text-center')}>
              {shop}
            </Link>
          </li>
        ))}
      </ul>
      <OwnerLinks onSignedOut={onSignedOut} />
    </Page>
  )
}

export function OwnerLinks({ onSignedOut }: { onSignedOut: () => void }) {
  const leaving = useWork(async () => {
    await call(signOut, {})
    onSignedOut()
  })
  return (
    <>
      <ErrorNotice>{generalError(leaving.error)}</ErrorNotice>
      <nav className="flex flex-wrap justify-between gap-x-4 border-line border-t pt-3">
        <Link href={paths.account} className={buttonClass('quiet', '-ml-4')}>
          {words.account}
        </Link>
        <Button look="quiet" className="-mr-4" onClick={() => void leaving.run()}>
          {words.signOut}
        </Button>
      </nav>
    </>
  )
}

import { hasStatus } from '@stampus/contract/client'
import { type OwnPhone, showPhone } from '@stampus/contract/counter/phones'
import { buttonClass } from '@stampus/ui/Button'
import { useNetworkReturn } from '@stampus/ui/browser/useNetworkReturn'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Link } from 'wouter'
import * as words from '#words'
import { call } from '../../shared/api/api.ts'
import { Page } from '../../shared/components/Page.tsx'
import { Waiting } from '../../shared/components/Waiting.tsx'
import { paths } from '../../shared/paths.ts'
import { forgetPhone, storeAnswer, storeCashier, useStoredPhone } from '../../shared/storage/ownPhone.ts'

// While the phone is asked for, and while the PIN is typed.
const loadPin = () => import('./CashierPin.tsx')
const loadHandOver = () => import('./HandOver.tsx')
const CashierPin = lazy(loadPin)
const HandOver = lazy(loadHandOver)

export function CounterPage() {
  const { phone, error, refresh } = useOwnPhone()
  useEffect(() => {
    for (const load of [loadPin, loadHandOver]) load().catch(() => undefined)
  }, [])
  const loading = <Waiting error={error} onRetry={refresh} />
  if (phone === null) return <Welcome />
  if (phone === undefined) return loading
  return (
    <Suspense fallback={loading}>
      {phone.cashier ? (
        <HandOver cashier={phone.cashier} onPinNeeded={() => storeCashier(null)} onChanged={refresh} />
      ) : (
        <CashierPin phone={phone} onStarted={storeCashier} onChanged={refresh} />
      )}
    </Suspense>
  )
}

function useOwnPhone(): { phone: OwnPhone | null | undefined; error: unknown; refresh: () => Promise<void> } {
  const stored = useStoredPhone()
  const [state, setState] = useState<{ isLoaded: boolean; error?: unknown }>({ isLoaded: false })
  const refresh = useCallback(async () => {
    try {
      storeAnswer((await call(showPhone, {})).data)
      setState({ isLoaded: true })
    } catch (error) {
      const isNoCounter = hasStatus(error, 401)
      if (isNoCounter) forgetPhone()
      setState({ isLoaded: isNoCounter, error })
    }
  }, [])
  useEffect(() => void refresh(), [refresh])
  useNetworkReturn(() => void refresh())
  const phone = stored ?? (state.isLoaded ? null : undefined)
  return { phone, error: state.error, refresh }
}

function Welcome() {
  return (
    <Page title={words.welcomeTitle}>
      <p>{words.welcomeText}</p>
      <Link href={paths.owner} className={buttonClass('secondary', 'min-h-14')}>
        {words.welcomeOwner}
      </Link>
    </Page>
  )
}

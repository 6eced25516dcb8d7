import * as texts from '@stampus/contract/texts'
import { Failure } from '@stampus/ui/Failure'
import { Spinner } from '@stampus/ui/Spinner'
import { useQuery } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router'
import { SignInPage } from '../operators/SignInPage.tsx'
import { Header } from './Header.tsx'
import { operatorQuery } from './queries.ts'
import { Sections } from './Sections.tsx'

/** The console: the sign-in, or for an operator the review desk, and for a manager the appeals. */
export function App() {
  const operator = useQuery(operatorQuery)
  if (operator.isPending) return <Waiting />
  if (operator.data === undefined)
    return <Unreachable busy={operator.isFetching} onRetry={() => void operator.refetch()} />
  if (operator.data === null) return <SignInPage />
  return (
    <BrowserRouter basename="/console">
      <div className="flex min-h-dvh flex-col lg:h-dvh">
        <Header operator={operator.data} />
        <Sections isManager={operator.data.role === 'manager'} />
      </div>
    </BrowserRouter>
  )
}

function Waiting() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Spinner size="lg" label="Opening the console" />
    </main>
  )
}

function Unreachable({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-md place-items-center p-6">
      <Failure text={texts.unavailable} retry="Retry" busy={busy} onRetry={onRetry} />
    </main>
  )
}

import * as texts from '@stampus/contract/texts'
import { Failure } from '@stampus/ui/Failure'
import { Spinner } from '@stampus/ui/Spinner'
import { useQuery } from '@tanstack/react-query'
import { SignInPage } from '../operators/SignInPage.tsx'
import { DeskPage } from '../review/DeskPage.tsx'
import { Header } from './Header.tsx'
import { operatorQuery } from './queries.ts'

/** The console: the sign-in, or for an operator the review desk. */
export function App() {
  const operator = useQuery(operatorQuery)
  if (operator.isPending) return <Waiting />
  if (operator.data === undefined)
    return <Unreachable busy={operator.isFetching} onRetry={() => void operator.refetch()} />
  if (operator.data === null) return <SignInPage />
  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh">
      <Header operator={operator.data} />
      <DeskPage />
    </div>
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
      <Failure text={texts.unavailable} busy={busy} onRetry={onRetry} />
    </main>
  )
}

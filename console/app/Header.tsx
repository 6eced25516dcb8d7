import { type Operator, signOut } from '@stampus/contract/operators'
import { Button } from '@stampus/ui/Button'
import { Logo } from '@stampus/ui/Logo'
import { useMutation, useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { NavLink } from 'react-router'
import { appealsQuery, waitingOf } from '../review/appealsQuery.ts'
import { releaseOpen } from '../review/lease.ts'
import { CallError, call } from './api.ts'
import { operatorQuery, queryClient } from './queries.ts'
import { settings } from './settings.ts'

// A whole page of appeals for one number: seldom, and by itself only in a tab that is seen.
const LOOK_AGAIN_MS = 300_000

/** The console's head: what it is, who is at the desk, the way out. */
export function Header({ operator }: { operator: Operator }) {
  const leaving = useMutation({ mutationFn: leave, networkMode: 'always' })
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sheet px-4 py-2">
      <Logo className="size-8" />
      <p className="min-w-0 flex-1 font-bold sm:flex-none">
        {settings.product_name} <span className="hidden font-normal text-soft sm:inline">Console</span>
      </p>
      <div className="order-last w-full sm:order-none sm:w-auto sm:flex-1">
        {operator.role === 'manager' ? <Ways /> : null}
      </div>
      <p className="hidden min-w-0 text-right text-small sm:block">
        <span className="block font-semibold">{operator.name}</span>
        <span className="block text-soft">{operator.role === 'manager' ? 'Manager' : 'Reviewer'}</span>
      </p>
      <p role="alert" className="text-small text-rejected">
        {leaving.isError ? 'You are still signed in: no connection.' : ''}
      </p>
      <Button look="secondary" busy={leaving.isPending} onClick={() => leaving.mutate()}>
        <LogOut aria-hidden="true" className="size-4" />
        Sign out
      </Button>
    </header>
  )
}

/** The ways between what a manager works at, with the number of appeals that wait. */
function Ways() {
  const { data } = useQuery({ ...appealsQuery, staleTime: LOOK_AGAIN_MS, refetchInterval: LOOK_AGAIN_MS })
  const waiting = data && waitingOf(data)
  return (
    <nav aria-label="Sections" className="flex gap-1">
      <NavLink to="/" end className={section}>
        Review desk
      </NavLink>
      <NavLink to="/appeals" className={section}>
        Appeals
        {waiting?.badge ? (
          <>
            <span aria-hidden="true" className="rounded-chip bg-blue px-2 text-on-blue text-small tabular-nums">
              {waiting.badge}
            </span>
            <span className="sr-only">{waiting.words}</span>
          </>
        ) : null}
      </NavLink>
    </nav>
  )
}

const section =
  'flex min-h-11 items-center gap-2 whitespace-nowrap rounded-control px-3 font-medium text-soft hover:text-blue aria-[current=page]:bg-wash aria-[current=page]:font-semibold aria-[current=page]:text-blue'

/** Only the server can end the session: its cookie is out of the page's reach. */
async function leave(): Promise<void> {
  await releaseOpen()
  try {
    await call(signOut, {})
  } catch (fault) {
    if (!(fault instanceof CallError && fault.status === 401)) throw fault
  }
  queryClient.setQueryData(operatorQuery.queryKey, null)
}

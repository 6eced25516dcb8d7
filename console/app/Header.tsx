import { type Operator, signOut } from '@stampus/contract/console/operators'
import { Button } from '@stampus/ui/Button'
import { useSingleFlight } from '@stampus/ui/browser/useSingleFlight'
import { Logo } from '@stampus/ui/Logo'
import { useMutation } from '@tanstack/react-query'
import { LogOut, Menu as MenuIcon, UserRound } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { releaseCurrentLease } from '../features/review/desk/lease.ts'
import { CallError, call } from '../shared/api/api.ts'
import { endSession } from '../shared/api/queries.ts'
import { confirmLeave } from '../shared/forms/UnsavedGuard.tsx'
import { roleLabels } from '../shared/labels/labels.ts'
import { settings } from '../shared/settings.ts'
import { Menu } from './Menu.tsx'
import { paths } from './paths.ts'

export function Header({ operator }: { operator: Operator }) {
  const timer = useMutation({ mutationFn: useSingleFlight(signOutOperator) })
  return (
    <header className="flex shrink-0 items-center gap-x-3 border-b border-line bg-sheet px-4 py-2 print:hidden">
      {operator.second_factor === 'due' ? null : <NarrowMenu operator={operator} />}
      <Logo className="size-8" />
      <p className="min-w-0 flex-1 font-bold">
        {settings.product_name} <span className="hidden font-normal text-muted sm:inline">Console</span>
      </p>
      <OwnAccount operator={operator} />
      <p role="alert" className="text-small text-rejected">
        {timer.isError ? "You're offline, so you're still signed in." : ''}
      </p>
      <Button look="secondary" isBusy={timer.isPending} onClick={() => confirmLeave(() => timer.mutate())}>
        <LogOut aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Sign out</span>
      </Button>
    </header>
  )
}

function OwnAccount({ operator: { name, role } }: { operator: Operator }) {
  return (
    <Link
      to={paths.account}
      title="My account"
      className="grid min-h-11 min-w-11 content-center justify-items-center text-small hover:text-blue sm:justify-items-end"
    >
      <span className="sr-only">My account: </span>
      <UserRound aria-hidden="true" className="size-5 text-muted sm:hidden" />
      <span className="block max-w-60 truncate font-semibold max-sm:sr-only">{name}</span>
      <span className="block text-muted max-sm:sr-only">{roleLabels[role]}</span>
    </Link>
  )
}

function NarrowMenu({ operator }: { operator: Operator }) {
  const sheet = useRef<HTMLDivElement>(null)
  return (
    <div className="lg:hidden">
      <button
        type="button"
        popoverTarget="console-menu"
        aria-label="Menu"
        className="-ml-2 grid size-11 place-items-center rounded-control text-muted hover:text-blue"
      >
        <MenuIcon aria-hidden="true" className="size-6" />
      </button>
      <div
        ref={sheet}
        id="console-menu"
        popover="auto"
        className="m-0 h-dvh w-64 max-w-[85vw] overflow-y-auto border-line border-r bg-sheet p-3 text-ink shadow-lifted backdrop:bg-shade"
      >
        <Menu role={operator.role} onGo={() => sheet.current?.hidePopover()} />
      </div>
    </div>
  )
}

/** Only the server can end the session: scripts cannot reach the cookie. */
async function signOutOperator(): Promise<void> {
  await releaseCurrentLease()
  try {
    await call(signOut, {})
  } catch (error) {
    if (!(error instanceof CallError && error.status === 401)) throw error
  }
  endSession()
}

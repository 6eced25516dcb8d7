import { type Operator, signOut } from '@stampus/contract/console/operators'
import { Button } from '@stampus/ui/Button'
import { Logo } from '@stampus/ui/Logo'
import { useMutation } from '@tanstack/react-query'
import { LogOut, Menu as MenuIcon } from 'lucide-react'
import { useRef } from 'react'
import { releaseCurrentLease } from '../features/review/desk/lease.ts'
import { CallError, call } from '../shared/api/api.ts'
import { endSession, useSingleFlight } from '../shared/api/queries.ts'
import { confirmLeave } from '../shared/forms/UnsavedGuard.tsx'
import { roleLabels } from '../shared/labels/labels.ts'
import { settings } from '../shared/settings.ts'
import { Menu } from './Menu.tsx'

/** The header: product name, operator, sign-out, and the menu button on narrow screens. */
export function Header({ operator }: { operator: Operator }) {
  const timer = useMutation({ mutationFn: useSingleFlight(signOutOperator), networkMode: 'always' })
  return (
    <header className="flex shrink-0 items-center gap-x-3 border-b border-line bg-sheet px-4 py-2 print:hidden">
      {operator.second_factor === 'due' ? null : <NarrowMenu operator={operator} />}
      <Logo className="size-8" />
      <p className="min-w-0 flex-1 font-bold">
        {settings.product_name} <span className="hidden font-normal text-muted sm:inline">Console</span>
      </p>
      <p className="hidden min-w-0 text-right text-small sm:block">
        <span className="block truncate font-semibold">{operator.name}</span>
        <span className="block text-muted">{roleLabels[operator.role]}</span>
      </p>
      <p role="alert" className="text-small text-rejected">
        {timer.isError ? "You're offline, so you're still signed in." : ''}
      </p>
      <Button look="secondary" isBusy={timer.isPending} onClick={() => confirmLeave(() => timer.mutate())}>
        <LogOut aria-hidden="true" className="size-4" />
        Sign out
      </Button>
    </header>
  )
}

/** On narrow screens the menu opens over the page. */
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

import { type Operator, signOut } from '@stampus/contract/operators'
import { buttonClass } from '@stampus/ui/Button'
import { Logo } from '@stampus/ui/Logo'
import { LogOut } from 'lucide-react'
import { call } from './api.ts'
import { operatorQuery, queryClient } from './queries.ts'
import { settings } from './settings.ts'

/** The console's head: what it is, who is at the desk, the way out. */
export function Header({ operator }: { operator: Operator }) {
  return (
    <header className="flex shrink-0 items-center gap-3 border-b border-line bg-sheet px-4 py-2">
      <Logo className="size-8" />
      <p className="min-w-0 flex-1 font-bold">
        {settings.product_name} <span className="font-normal text-soft">Console</span>
      </p>
      <p className="hidden min-w-0 text-right text-small sm:block">
        <span className="block font-semibold">{operator.name}</span>
        <span className="block text-soft">{operator.role === 'manager' ? 'Manager' : 'Reviewer'}</span>
      </p>
      <button type="button" className={buttonClass('secondary')} onClick={() => void leave()}>
        <LogOut aria-hidden="true" className="size-4" />
        Sign out
      </button>
    </header>
  )
}

/** The server's answer changes nothing for the person who leaves. */
async function leave(): Promise<void> {
  await call(signOut, {}).catch(() => undefined)
  queryClient.setQueryData(operatorQuery.queryKey, null)
}

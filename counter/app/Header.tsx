import { useNetworkReturn } from '@stampus/ui/browser/useNetworkReturn'
import { useWork } from '@stampus/ui/browser/useWork'
import { Logo } from '@stampus/ui/Logo'
import { Languages } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import * as words from '#words'
import { isPageServed } from '../shared/api/api.ts'
import { switchLanguage } from '../shared/language.ts'
import { useStoredPhone } from '../shared/storage/ownPhone.ts'

export function Header() {
  const phone = useStoredPhone()
  const [path] = useLocation()
  return (
    <header className="flex min-h-14 flex-wrap items-center gap-x-3 border-line border-b bg-sheet px-4 print:hidden">
      <Link href="/" aria-label={words.toCounter} className="grid size-11 shrink-0 place-items-center">
        <Logo />
      </Link>
      <p className="min-w-0 flex-1 truncate font-semibold">{phone?.merchant.name ?? words.pageTitle}</p>
      {/* What it says is gone on the next page. */}
      <LanguageButton key={path} />
    </header>
  )
}

/** Opens this page in the other language. Without the server, it says in a line of its own that this must wait. */
function LanguageButton() {
  const [isUnreachable, setUnreachable] = useState(false)
  useNetworkReturn(() => setUnreachable(false))
  const changing = useWork(async () => {
    const isServed = await isPageServed()
    setUnreachable(!isServed)
    if (isServed) switchLanguage()
  })
  return (
    <>
      <button
        type="button"
        onClick={() => void changing.run()}
        aria-busy={changing.isBusy}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 text-blue aria-busy:opacity-60"
      >
        <Languages aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">{words.otherLanguage}</span>
      </button>
      <p role="status" className="basis-full pb-2 text-sm empty:hidden">
        {isUnreachable ? words.languageUnreachable : null}
      </p>
    </>
  )
}

import { Logo } from '@stampus/ui/Logo'
import { Languages } from 'lucide-react'
import { Link } from 'wouter'
import * as words from '#words'
import { switchLanguage } from '../shared/language.ts'
import { useStoredPhone } from '../shared/storage/ownPhone.ts'

/** The frame of every page: the shop of this counter, and the other language. */
export function Header() {
  const phone = useStoredPhone()
  return (
    <header className="flex min-h-14 items-center gap-3 border-line border-b bg-sheet px-4 print:hidden">
      <Link href="/" aria-label={words.toCounter} className="grid size-11 shrink-0 place-items-center">
        <Logo />
      </Link>
      <p className="min-w-0 flex-1 truncate font-semibold">{phone?.merchant.name ?? words.pageTitle}</p>
      <button
        type="button"
        onClick={switchLanguage}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 text-blue"
      >
        <Languages aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">{words.otherLanguage}</span>
      </button>
    </header>
  )
}

import * as words from '#words'
import { Link } from '../../shared/components/Link.tsx'
import { linkTo } from '../../shared/paths.ts'
import { settings } from '../../shared/settings.ts'

const legal = 'inline-flex min-h-11 items-center underline underline-offset-4 hover:text-blue'

/** S-2.08. Where the tab bar lies over the end of the page, the footer leaves it room. */
export function Footer({ clearOfTabBar }: { clearOfTabBar: boolean }) {
  const room = clearOfTabBar
    ? 'pb-[calc(6rem+env(safe-area-inset-bottom))] sm:pb-24 low:pb-[calc(4rem+env(safe-area-inset-bottom))]'
    : 'pb-6'
  return (
    <footer id="footer" tabIndex={-1} className={`text-small text-muted outline-none print:hidden ${room}`}>
      <div className="perforation mb-3" />
      <div className="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-x-6 px-4 sm:px-6">
        <p className="py-2" suppressHydrationWarning>
          © {new Date().getFullYear()} {settings.legal_name}
        </p>
        <p className="flex flex-wrap gap-x-5">
          <Link to={linkTo('terms')} className={legal}>
            {words.footerTerms}
          </Link>
          <Link to={linkTo('privacy')} className={legal}>
            {words.footerPrivacy}
          </Link>
        </p>
      </div>
    </footer>
  )
}

import { Download, Languages, LogOut, UserRound } from 'lucide-react'
import { useRef, useState } from 'react'
import * as words from '#words'
import { Avatar } from '../../shared/components/Avatar.tsx'
import { OptionalPart } from '../../shared/components/ErrorBoundary.tsx'
import { LanguageLink, otherLanguageName } from '../../shared/components/LanguageLink.tsx'
import { lazyWithRetry } from '../../shared/components/LazyPart.tsx'
import { Link } from '../../shared/components/Link.tsx'
import { linkTo } from '../../shared/paths.ts'
import { signOut } from '../../shared/signOut.ts'
import { isInstallDeclined, markInstallDeclined } from '../../shared/storage/device.ts'
import { useSession } from '../../shared/storage/session.ts'
import { type InstallOffer, useInstallOffer } from './installOffer.ts'

const MenuItems = lazyWithRetry(async () => (await import('./MenuItems.tsx')).MenuItems)

const MENU_ID = 'account-menu'
const item =
  'flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-left font-medium hover:bg-tint focus-visible:-outline-offset-2'

/** What the server must be asked for loads before the click. */
export function AvatarMenu() {
  const user = useSession((session) => session.user)
  const menu = useRef<HTMLDivElement>(null)
  const [isWanted, setWanted] = useState(false)
  const close = () => menu.current?.hidePopover()
  const leave = () => {
    close()
    void signOut()
  }
  if (!user) return null
  return (
    <div>
      <button
        type="button"
        popoverTarget={MENU_ID}
        onPointerEnter={() => setWanted(true)}
        onFocus={() => setWanted(true)}
        className="-mr-0.5 grid size-11 place-items-center rounded-chip"
      >
        <Avatar user={user} />
        <span className="sr-only">{words.accountMenu}</span>
      </button>
      <div
        ref={menu}
        id={MENU_ID}
        popover="auto"
        className="absolute inset-auto top-[calc(3.75rem+env(safe-area-inset-top))] right-[max(1rem,calc(50%-31rem))] m-0 w-64 max-w-[calc(100vw-2rem)] rounded-sheet bg-sheet p-2 text-ink shadow-lifted open:animate-arrive"
      >
        <p className="mb-1 border-line border-b px-3 pt-1.5 pb-3">
          <span className="block truncate font-semibold">{user.name}</span>
          <span className="block truncate text-small text-muted">{user.email}</span>
        </p>
        <Link to={linkTo('profile')} className={item} onClick={close}>
          <UserRound aria-hidden="true" className="size-5 text-muted" />
          {words.accountMenuProfile}
        </Link>
        {isWanted ? (
          <OptionalPart fallback={<div className="h-48" />}>
            <MenuItems className={item} onChosen={close} />
          </OptionalPart>
        ) : null}
        <LanguageLink className={item}>
          <Languages aria-hidden="true" className="size-5 text-muted" />
          {otherLanguageName}
        </LanguageLink>
        <InstallItem className={item} onChosen={close} />
        <button type="button" className={item} onClick={leave}>
          <LogOut aria-hidden="true" className="size-5 text-muted" />
          {words.accountMenuSignOut}
        </button>
      </div>
    </div>
  )
}

function InstallItem({ className, onChosen }: { className: string; onChosen: () => void }) {
  const offer = useInstallOffer((state) => state.offer)
  if (!offer || isInstallDeclined()) return null
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        onChosen()
        void install(offer)
      }}
    >
      <Download aria-hidden="true" className="size-5 text-muted" />
      {words.accountMenuInstall}
    </button>
  )
}

/** The browser's offer can be used only once. */
async function install(offer: InstallOffer): Promise<void> {
  useInstallOffer.setState({ offer: null })
  const { outcome } = await offer.prompt()
  if (outcome === 'dismissed') markInstallDeclined()
}

import { Download } from 'lucide-react'
import * as words from '#words'
import { isInstallDeclined, markInstallDeclined } from '../../shared/storage/installDeclined.ts'
import { type InstallOffer, useInstallOffer } from './installOffer.ts'

/** Offers to install the app where the browser can, until somebody has said no. */
export function InstallItem({ className, onChosen }: { className: string; onChosen: () => void }) {
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

/** An offer can be taken once. */
async function install(offer: InstallOffer): Promise<void> {
  useInstallOffer.setState({ offer: null })
  const { outcome } = await offer.prompt()
  if (outcome === 'dismissed') markInstallDeclined()
}

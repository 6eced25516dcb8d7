import { create } from 'zustand'

/** Chromium's offer to install the app; other browsers make none. */
export type InstallOffer = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

export const useInstallOffer = create<{ offer: InstallOffer | null }>(() => ({ offer: null }))

/** Holds the browser's offer back, so that the menu can make it when somebody looks. */
export function holdInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    useInstallOffer.setState({ offer: event as InstallOffer })
  })
  // Installed from the browser's own menu, too.
  window.addEventListener('appinstalled', () => useInstallOffer.setState({ offer: null }))
}

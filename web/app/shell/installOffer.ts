import { create } from 'zustand'

/** The browser's offer to install the app. Only Chromium makes one. */
export type InstallOffer = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

export const useInstallOffer = create<{ offer: InstallOffer | null }>(() => ({ offer: null }))

export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    useInstallOffer.setState({ offer: event as InstallOffer })
  })
  // The user may install the app from the browser's own menu too.
  window.addEventListener('appinstalled', () => useInstallOffer.setState({ offer: null }))
}

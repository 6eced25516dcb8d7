/** Lets the app open without a network: once it has loaded, a service worker keeps its files. */
export function openOffline(): void {
  if (!import.meta.env.PROD) return
  const register = () => void navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register)
}

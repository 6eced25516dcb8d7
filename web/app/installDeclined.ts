const DECLINED_KEY = 'install_declined'

/** Whether somebody on this device did not want the app installed. */
export function isInstallDeclined(): boolean {
  return localStorage.getItem(DECLINED_KEY) !== null
}

export function markInstallDeclined(): void {
  localStorage.setItem(DECLINED_KEY, '1')
}

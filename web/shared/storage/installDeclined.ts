import { unlessDenied } from '../api/unlessDenied.ts'

const DECLINED_KEY = 'install_declined'

/** Whether somebody on this device did not want the app installed. */
export function isInstallDeclined(): boolean {
  return Boolean(unlessDenied(() => localStorage.getItem(DECLINED_KEY)))
}

export function markInstallDeclined(): void {
  unlessDenied(() => localStorage.setItem(DECLINED_KEY, '1'))
}

import { randomKey } from '@stampus/contract/client'
import { tryStorage } from './tryStorage.ts'

const DEVICE_KEY = 'device'
const DECLINED_KEY = 'install_declined'
const LANGUAGE_KEY = 'language_unsaved'
let keyOfThisPage = ''

/** A random key that identifies this browser, so that other people's failed attempts do not lock its owner out. */
export function deviceKey(): string {
  const stored = tryStorage(() => localStorage.getItem(DEVICE_KEY))
  if (stored) return stored
  keyOfThisPage ||= randomKey()
  tryStorage(() => localStorage.setItem(DEVICE_KEY, keyOfThisPage))
  return keyOfThisPage
}

export function isInstallDeclined(): boolean {
  return Boolean(tryStorage(() => localStorage.getItem(DECLINED_KEY)))
}

export function markInstallDeclined(): void {
  tryStorage(() => localStorage.setItem(DECLINED_KEY, '1'))
}

/** The id of a member whose choice of language could not be saved on their account yet, else 0. */
export function unsavedLanguageOwner(): number {
  return Number(tryStorage(() => localStorage.getItem(LANGUAGE_KEY)))
}

export function markLanguageUnsaved(owner: number | null): void {
  tryStorage(() => {
    if (owner === null) localStorage.removeItem(LANGUAGE_KEY)
    else localStorage.setItem(LANGUAGE_KEY, String(owner))
  })
}

import * as words from '#words'
import { saveAccountLanguage } from './accountLanguage.ts'
import { otherLanguage, rememberLanguage } from './language.ts'
import { openInLanguage } from './openInLanguage.ts'
import { showToast } from './toasts.ts'

/** Chooses the other language for this browser and the account, and loads this page again in it. */
export async function switchLanguage(): Promise<void> {
  // Only the pages of the present language are stored in this browser.
  if (!navigator.onLine) {
    showToast({ type: 'info', title: words.languageOffline, message: words.languageOfflineText })
    return
  }
  rememberLanguage(otherLanguage)
  await saveAccountLanguage(otherLanguage)
  await openInLanguage(otherLanguage)
}

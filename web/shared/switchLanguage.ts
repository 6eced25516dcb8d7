import * as words from '#words'
import { saveAccountLanguage } from './accountLanguage.ts'
import { useConnection } from './api/connection.ts'
import { otherLanguage, rememberLanguage } from './language.ts'
import { openInLanguage } from './openInLanguage.ts'
import { showToast } from './toasts.ts'

/** Chooses the other language for this browser and the account, and loads this page again in it. */
export async function switchLanguage(): Promise<void> {
  // Only the pages of the present language are stored in this browser.
  if (useConnection.getState().isOffline) {
    showToast({ type: 'info', title: words.languageOffline, message: words.languageOfflineText })
    return
  }
  rememberLanguage(otherLanguage)
  await saveAccountLanguage(otherLanguage)
  await openInLanguage(otherLanguage)
}

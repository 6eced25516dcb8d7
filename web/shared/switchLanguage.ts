import * as words from '#words'
import { saveAccountLanguage } from './accountLanguage.ts'
import { useConnection } from './api/connection.ts'
import { isPageServed } from './api/xhr.ts'
import { otherLanguage, rememberLanguage } from './language.ts'
import { openInLanguage } from './openInLanguage.ts'
import { showToast } from './toasts.ts'

/** Chooses the other language for this browser and the account, and loads this page again in it. */
export async function switchLanguage(): Promise<void> {
  // Without the server, this page would open again in the present language, or not at all.
  if (useConnection.getState().isOffline || !(await isPageServed())) {
    showToast({ type: 'info', title: words.languageOffline, message: words.languageOfflineText })
    return
  }
  rememberLanguage(otherLanguage)
  await saveAccountLanguage(otherLanguage)
  await openInLanguage(otherLanguage)
}

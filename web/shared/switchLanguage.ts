import * as words from '#words'
import { saveAccountLanguage } from './accountLanguage.ts'
import { otherLanguage, rememberLanguage, withoutLanguage } from './language.ts'
import { storeTyped } from './storage/typedText.ts'
import { showToast } from './toasts.ts'

/** Chooses the other language and loads this page again in it. What is typed stays, except passwords. */
export async function switchLanguage(): Promise<void> {
  // Only the pages of the present language are stored in this browser.
  if (!navigator.onLine) {
    showToast({ type: 'info', title: words.languageOffline, message: words.languageOfflineText })
    return
  }
  rememberLanguage(otherLanguage)
  await Promise.allSettled([storeTyped(), saveAccountLanguage(otherLanguage)])
  const { pathname, search, hash } = location
  const rest = withoutLanguage(search)
  // A URL that differs only in its hash would not load the page.
  if (rest === search) location.reload()
  else location.replace(pathname + rest + hash)
}

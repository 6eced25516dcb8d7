import type { User } from '@stampus/contract/accounts'
import type { Language } from '@stampus/contract/values/languages'
import { call } from './api/api.ts'
import { chosenLanguage, language, rememberLanguage } from './language.ts'
import { markLanguageUnsaved, unsavedLanguageOwner } from './storage/device.ts'
import { mergeUser, useSession } from './storage/session.ts'

const SAVE_WAIT_MS = 3000

/** Saves the language of the signed-in member's mails. If that fails, it is saved when the app starts next. */
export async function saveAccountLanguage(chosen: Language): Promise<void> {
  const { token, user } = useSession.getState()
  // A server that does not know the language of accounts has none to save.
  if (!token || user?.language === undefined) return
  try {
    const { setLanguage } = await import('@stampus/contract/accounts')
    const { data } = await call(setLanguage, { language: chosen }, { signal: AbortSignal.timeout(SAVE_WAIT_MS) })
    if (useSession.getState().token === token) mergeUser(data)
    markLanguageUnsaved(null)
  } catch {
    markLanguageUnsaved(user.id)
  }
}

/** Keeps the languages of this browser and of the account together. Returns a function that stops it. */
export function followAccountLanguage(): () => void {
  const { user } = useSession.getState()
  if (user && unsavedLanguageOwner() === user.id) void saveAccountLanguage(chosenLanguage() ?? language)
  else if (user) compareLanguages(user)
  return useSession.subscribe(({ user }, before) => {
    if (user && (user.id !== before.user?.id || user.language !== before.user.language)) compareLanguages(user)
  })
}

/** A browser in which nobody has chosen a language takes that of the account; a first choice becomes the account's. */
function compareLanguages({ language: ofAccount }: User): void {
  const chosen = chosenLanguage()
  if (chosen) {
    if (ofAccount === null) void saveAccountLanguage(chosen)
    return
  }
  if (!ofAccount || ofAccount === language || !navigator.onLine) return
  rememberLanguage(ofAccount)
  // Where the browser blocks cookies, loading the page again would only end the session.
  if (chosenLanguage()) void import('./openInLanguage.ts').then(({ openInLanguage }) => openInLanguage(ofAccount))
}

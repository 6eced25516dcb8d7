import type { Language } from '@stampus/contract/values/languages'
import { call } from './api/api.ts'
import { hasChosenLanguage, language, rememberLanguage } from './language.ts'
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
    mergeUser(data)
    markLanguageUnsaved(null)
  } catch {
    markLanguageUnsaved(user.id)
  }
}

/** Keeps the languages of this browser and of the account together. Returns a function that stops it. */
export function followAccountLanguage(): () => void {
  const { user } = useSession.getState()
  if (user && unsavedLanguageOwner() === user.id) void saveAccountLanguage(language)
  return useSession.subscribe(({ user }, before) => {
    if (user && user.id !== before.user?.id) compareLanguages(user.language)
  })
}

/** A browser in which nobody has chosen a language takes that of the account; a first choice becomes the account's. */
function compareLanguages(ofAccount: Language | null | undefined): void {
  if (hasChosenLanguage()) {
    if (ofAccount === null) void saveAccountLanguage(language)
  } else if (ofAccount && ofAccount !== language) {
    rememberLanguage(ofAccount)
    location.reload()
  }
}

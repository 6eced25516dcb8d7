import type { User } from '@stampus/contract/accounts'
import type { Language } from '@stampus/contract/values/languages'
import { call } from './api/api.ts'
import { isPageServed } from './api/xhr.ts'
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

/** Keeps the app in the language of the signed-in member's account. Returns a function that stops it. */
export function followAccountLanguage(): () => void {
  const { user, isFresh } = useSession.getState()
  if (user && unsavedLanguageOwner() === user.id) void saveAccountLanguage(chosenLanguage() ?? language)
  // The member may have signed in before this was loaded. A stored account without a language may have one by now.
  else if (user && (isFresh || user.language)) followAccount(user)
  return useSession.subscribe(({ user, isFresh }, before) => {
    if (user && (user !== before.user || isFresh !== before.isFresh)) followAccount(user)
  })
}

/** The language of the account becomes that of this browser. If it has none, the one that was chosen here becomes the account's. */
function followAccount({ id, language: ofAccount }: User): void {
  const chosen = chosenLanguage()
  if (ofAccount === null && chosen) void saveAccountLanguage(chosen)
  // If it was chosen here before, this page was opened by a link that names another language, or is a stored copy.
  if (!ofAccount || ofAccount === language || ofAccount === chosen) return
  if (unsavedLanguageOwner() !== id) void openInAccountLanguage(id, ofAccount).catch(() => undefined)
}

async function openInAccountLanguage(id: number, ofAccount: Language): Promise<void> {
  const chosen = chosenLanguage()
  if (!(await isPageServed()) || useSession.getState().user?.id !== id) return
  // The member may have chosen a language meanwhile.
  if (chosenLanguage() !== chosen) return
  rememberLanguage(ofAccount)
  // Where the browser blocks cookies, loading the page again would only end the session.
  if (chosenLanguage()) await (await import('./openInLanguage.ts')).openInLanguage(ofAccount)
}

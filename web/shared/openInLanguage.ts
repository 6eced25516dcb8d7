import { LANGUAGE_PARAMETER, type Language } from '@stampus/contract/values/languages'
import { chosenLanguage, rememberLanguage, withoutLanguage } from './language.ts'
import { storeTyped } from './storage/typedText.ts'

/** Chooses a language for this browser and loads this page again in it. What is typed stays, except passwords. */
export async function openInLanguage(chosen: Language): Promise<void> {
  rememberLanguage(chosen)
  await storeTyped().catch(() => undefined)
  const { search } = location
  const rest = withoutLanguage(search)
  // Where the browser blocks cookies, only the URL can name the language.
  if (chosenLanguage() !== chosen) location.assign(`${rest ? `${rest}&` : '?'}${LANGUAGE_PARAMETER}=${chosen}`)
  // A URL that differs only in its hash would not load the page.
  else if (rest === search) location.reload()
  else location.replace(Object.assign(new URL(location.href), { search: rest }))
}

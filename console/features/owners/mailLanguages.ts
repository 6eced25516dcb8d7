import type { Language } from '@stampus/contract/values/languages'

/** The languages of mails to owners. */
export const mailLanguages: { value: Language; name: string }[] = [
  { value: 'ms', name: 'Malay' },
  { value: 'en', name: 'English' },
]

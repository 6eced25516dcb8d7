import { language } from './language.ts'

/** A text in the language of the app, if the merchant wrote it in Malay too. */
export function localText(english: string, malay: string | undefined): string {
  return language === 'ms' && malay ? malay : english
}

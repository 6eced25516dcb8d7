import { language } from './language.ts'

export function localText(english: string, malay: string | undefined): string {
  return language === 'ms' && malay ? malay : english
}

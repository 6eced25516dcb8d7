import type { ReactNode } from 'react'
import * as words from '#words'
import { otherLanguage, otherLanguageLink } from '../language.ts'

/** The name of the other language, in itself. */
export const otherLanguageName = otherLanguage === 'ms' ? words.languageMalay : words.languageEnglish

/** Opens this page in the other language, and keeps that as the choice of this browser and of the account. */
export function LanguageLink({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <a
      href={otherLanguageLink}
      hrefLang={otherLanguage}
      lang={otherLanguage}
      className={className}
      onClick={(event) => {
        // With a modifier key, the browser opens the link elsewhere.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        import('../switchLanguage.ts').then(
          ({ switchLanguage }) => switchLanguage(),
          () => location.assign(otherLanguageLink),
        )
      }}
    >
      {children}
    </a>
  )
}

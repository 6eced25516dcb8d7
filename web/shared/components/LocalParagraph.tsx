import type { LocalText } from '../localText.ts'

export function LocalParagraph({ of: { text, lang }, className = '' }: { of: LocalText; className?: string }) {
  if (!text) return null
  return (
    <p lang={lang} className={`whitespace-pre-line ${className}`}>
      {text}
    </p>
  )
}

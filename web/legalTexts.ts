import { lexer, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { LegalToken } from './features/legal/LegalText.tsx'

/** Turns the Markdown of a legal page into its parts, so that browsers load no reader of Markdown. */
export const legalTexts: Plugin = {
  name: 'legal-texts',
  transform: {
    filter: { id: /[\\/]legal[\\/](en|ms)[\\/]\w+\.md$/ },
    handler: (source) => ({ code: `export default ${JSON.stringify(readLegalText(source))}`, moduleType: 'js' }),
  },
}

export function readLegalText(source: string): LegalToken[] {
  return lexer(source).flatMap((token) => (token.type === 'space' ? [] : [partOf(token)]))
}

function partOf({ type, depth, href, items, tokens, raw }: Partial<Tokens.Generic> & Token): LegalToken {
  // The parts of a list are items, of everything else tokens.
  const parts: Token[] | undefined = items ?? tokens
  return { type, depth, page: href, ...(parts ? { parts: parts.map(partOf) } : { text: raw }) }
}

import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { files, isTest, read } from './tree.ts'

/** Whether a text has words that differ between languages; a name or an address alone has none. */
const hasWords = (text: string) => /\p{L}{2,} \p{L}{2,}/u.test(text)

/** The pieces of text in a part of a file. */
function textsOf(source: string): string[] {
  const texts: string[] = []
  const visitor = new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && texts.push(value)),
    TemplateElement: ({ value }) => void texts.push(value.raw),
  })
  visitor.visit(parseSync('part.ts', `export default ${source}`).program)
  return texts.filter(hasWords)
}

/** The name of a property, also between quotes as in JSON. */
const nameOf = (key: object) => ('name' in key ? key.name : 'value' in key ? key.value : undefined)

/** The texts in English and in Malay of each object in a file that has both languages. */
function pairsIn(file: string) {
  const source = file.endsWith('.json') ? `export default ${read(file)}` : read(file)
  const pairs: { file: string; en: string[]; ms: string[] }[] = []
  const visitor = new Visitor({
    ObjectExpression: ({ properties }) => {
      const textsIn = (language: string) => {
        for (const property of properties)
          if (property.type === 'Property' && nameOf(property.key) === language)
            return textsOf(source.slice(property.value.start, property.value.end))
        return undefined
      }
      const [en, ms] = [textsIn('en'), textsIn('ms')]
      if (en && ms) pairs.push({ file, en, ms })
    },
  })
  visitor.visit(parseSync(file.replace(/json$/, 'ts'), source).program)
  return pairs
}

test('no mail says in Malay what it says in English', () => {
  const mails = files.filter((file) => /^server\/.*mails?\b.*\.(ts|json)$|\/layout\.ts$/.test(file) && !isTest(file))
  const pairs = mails.flatMap(pairsIn)
  expect(pairs.flatMap(({ en, ms }) => [...en, ...ms]).length).toBeGreaterThan(150)
  const same = pairs.map(({ file, en, ms }) => ({ file, texts: ms.filter((text) => en.includes(text)) }))
  expect(same.filter(({ texts }) => texts.length > 0)).toEqual([])
  expect(pairs.filter(({ en, ms }) => (en.length === 0) !== (ms.length === 0))).toEqual([])
})

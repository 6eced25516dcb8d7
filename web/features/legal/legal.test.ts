import { readFileSync } from 'node:fs'
import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { readLegalText } from '../../legalTexts.ts'
import type { Clause } from './LegalText.tsx'

vi.stubGlobal('document', { getElementById: () => null })
const { clausesOf, supplementsOf } = await import('./LegalText.tsx')
const [english, malay] = [pagesIn('en'), pagesIn('ms')]

function pagesIn(language: string) {
  const textOfPage = (name: string) =>
    readLegalText(readFileSync(`${import.meta.dirname}/${language}/${name}.md`, 'utf8'))
  const [terms, privacy] = [textOfPage('terms'), textOfPage('privacy')]
  return {
    terms: clausesOf(terms),
    termsSupplements: supplementsOf(terms),
    privacy: clausesOf(privacy),
    privacySupplements: supplementsOf(privacy),
  }
}

/** The elements of a text without its words, with where its links lead, its bold parts and its numbers. */
function outline(node: ReactNode): unknown[] {
  return Children.toArray(node).flatMap((child): unknown[] => {
    if (!isValidElement(child)) return numbersOf(String(child))
    const { type, props } = child as ReactElement<{ children?: ReactNode; to?: string }>
    const inside = outline(props.children)
    if (type === Fragment) return inside
    return [[typeof type === 'string' ? type : type.name, ...(props.to ? [props.to] : []), ...inside]]
  })
}

const numbersOf = (text: string) => text.match(/\d+(\.\d+)*/g) ?? []
const outlineOf = (clauses: Clause[]) => clauses.map(({ id, body }) => [id, outline(body)])

test.each([
  ['terms', 13],
  ['privacy', 10],
] as const)(
  'S-2.20 the Malay page of %s has the clauses, paragraphs, links and figures of the English one',
  (page, count) => {
    expect(outlineOf(malay[page])).toEqual(outlineOf(english[page]))
    expect(malay[page]).toHaveLength(count)
  },
)

test.each([
  ['termsSupplements', ['27.11']],
  ['privacySupplements', ['23.11', '25.11', '26.11', '26.11', '27.11', '28.11', '29.11', '1.12']],
] as const)('R-1.05 D-104 %s have the same numbers, dates and items in Malay', (supplements, days) => {
  const [inEnglish, inMalay] = [english, malay].map((texts) =>
    texts[supplements].map(({ title, items }) => [numbersOf(title), ...items.map(({ body }) => outline(body))]),
  )
  expect(inMalay).toEqual(inEnglish)
  const titles = days.map((day, at) => `Supplement ${at + 1} of ${day}.2026`)
  expect(english[supplements].map(({ title }) => title)).toEqual(titles)
})

test('R-1.05 both supplements say what rewards are, what a counter sees and what is kept', () => {
  const [rewards] = english.termsSupplements.at(-1)?.items ?? []
  const items = english.privacySupplements[4]?.items ?? []
  expect(textOf(rewards?.body)).toContain('A reward is not money.')
  expect(items.map(({ title }) => title)).toEqual([
    'Rewards that you claim.',
    'What a counter sees.',
    'The code of a voucher.',
    'Your consent.',
    'After you delete your account.',
  ])
  expect(textOf(items[2]?.body)).toContain('until a day after the voucher ended or the device was signed out')
  expect(textOf(items[1]?.body)).toContain(
    'your first name. They see no address, no receipt, no picture and no balance.',
  )
})

test('R-7.01 D-104 supplement 6 of the privacy notice says what is kept of messages', () => {
  const items = english.privacySupplements[5]?.items ?? []
  expect(items.map(({ title }) => title)).toEqual([
    'Messages that you write to us.',
    'What you have not sent.',
    'After you delete your account.',
  ])
  expect(textOf(items[2]?.body)).toContain('The texts of these messages and answers are deleted.')
})

test('D-104 supplement 7 of the privacy notice says what is kept of the receipts of a deleted account', () => {
  const items = english.privacySupplements[6]?.items ?? []
  expect(items.map(({ title }) => title)).toEqual(['Approved receipts of a deleted account.'])
  expect(textOf(items[0]?.body)).toContain('without the picture and without your name')
})

test('D-92 D-104 the newest supplement of the privacy notice says how long backups hold what was deleted', () => {
  const [backups, list] = english.privacySupplements.at(-1)?.items ?? []
  expect(textOf(backups?.body)).toContain('encrypted backups for up to six months')
  expect(textOf(list?.body)).toContain('delete these accounts again')
})

test('S-1.04 D-104 the terms say that payments are simulated', () => {
  const [, simulated] = english.terms
  expect(textOf(simulated?.body)).toContain('Payments in Stampus are simulated and no real money moves.')
})

test('no title of a Malay clause or supplement item is English', () => {
  const titles = ({ terms, privacy, termsSupplements, privacySupplements }: typeof english) => {
    const added = [...termsSupplements, ...privacySupplements].flatMap(({ title, items }) => [{ title }, ...items])
    return [...terms, ...privacy, ...added].map(({ title }) => title)
  }
  expect(titles(malay).filter((title) => titles(english).includes(title))).toEqual([])
})

function textOf(node: ReactNode): string {
  return Children.toArray(node)
    .map((child) => (isValidElement<{ children?: ReactNode }>(child) ? textOf(child.props.children) : String(child)))
    .join('')
}

test.each([
  ['a heading without an address', '## Law and contact'],
  ['a form that the pages do not use', '## Law {#law}\n\n> Quoted'],
  ['a page that cannot be linked to', '## Law {#law}\n\n[Deals](page:deals)'],
  ['a value that nobody gives', '## Law {#law}\n\n{nobody}'],
])('a legal page rejects %s', (_what, text) => {
  expect(() => clausesOf(readLegalText(text))).toThrow('A legal page cannot have this')
})

import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import type { Clause } from './LegalPage.tsx'

vi.stubGlobal('document', { getElementById: () => null })
const english = { ...(await import('./en/terms.tsx')), ...(await import('./en/privacy.tsx')) }
const malay = { ...(await import('./ms/terms.tsx')), ...(await import('./ms/privacy.tsx')) }

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

test('S-2.20 the Malay terms have the clauses, paragraphs, links and figures of the English terms', () => {
  expect(outlineOf(malay.terms)).toEqual(outlineOf(english.terms))
  expect(malay.terms).toHaveLength(13)
})

test('S-2.20 the Malay privacy notice has the clauses, paragraphs, links and figures of the English notice', () => {
  expect(outlineOf(malay.privacy)).toEqual(outlineOf(english.privacy))
  expect(malay.privacy).toHaveLength(10)
})

test('D-104 the supplements of the privacy notice have the same numbers, dates and items in Malay', () => {
  const outlines = [english, malay].map(({ privacySupplements }) =>
    privacySupplements.map(({ title, items }) => [numbersOf(title), ...items.map(({ body }) => outline(body))]),
  )
  expect(outlines[1]).toEqual(outlines[0])
  expect(english.privacySupplements.map(({ title }) => title)).toEqual([
    'Supplement 1 of 23.11.2026',
    'Supplement 2 of 25.11.2026',
    'Supplement 3 of 26.11.2026',
    'Supplement 4 of 26.11.2026',
  ])
})

test('S-1.04 D-104 the terms say that payments are simulated', () => {
  const [, simulated] = english.terms
  expect(textOf(simulated?.body)).toContain('Payments in Stampus are simulated and no real money moves.')
})

test('no title of a Malay clause or supplement item is English', () => {
  const titles = ({ terms, privacy, privacySupplements }: typeof english) =>
    [...terms, ...privacy, ...privacySupplements.flatMap(({ title, items }) => [{ title }, ...items])].map(
      ({ title }) => title,
    )
  expect(titles(malay).filter((title) => titles(english).includes(title))).toEqual([])
})

function textOf(node: ReactNode): string {
  return Children.toArray(node)
    .map((child) => (isValidElement<{ children?: ReactNode }>(child) ? textOf(child.props.children) : String(child)))
    .join('')
}

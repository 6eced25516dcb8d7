import type { HandOverRow } from '@stampus/contract/counter/handOvers'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { stubBrowserGlobals } from '../../../tests/support/browser/browser-globals.ts'

stubBrowserGlobals()
const { LateAnswers } = await import('./LatePage.tsx')
const { HandOverItem } = await import('../../shared/components/HandOverItem.tsx')

const textsOf = (html: string) => html.split(/<[^>]*>/).filter(Boolean)

test.each([
  ['used', 'text-approved', 'Used'],
  ['waiting', 'text-pending', 'The office decides'],
  ['refused', 'text-rejected', 'Refused'],
] as const)('R-4.06 the answer to an entry that is %s is %s and says "%s"', (outcome, colour, label) => {
  const late = [
    { id: '1', number: '12345678', code: '0421', at: '2026-11-20T04:00:00Z', answer: { outcome, text: 'So.' } },
  ]
  const html = renderToStaticMarkup(createElement(LateAnswers, { late, onCorrect: () => undefined }))
  expect(html.match(/text-(approved|pending|rejected)\b/g)).toEqual([colour])
  expect(textsOf(html)).toEqual([
    'Answers',
    label,
    '1234 5678, 20 Nov, 12:00',
    'So.',
    ...(outcome === 'refused' ? ['Correct'] : []),
    'Clear',
  ])
})

test.each<[HandOverRow['way'], string | null, string]>([
  ['counter', 'Rosnah', 'Rosnah, Till 1'],
  ['offline', null, 'Without a network, Till 1'],
  ['late', 'Rosnah', 'Entered later, Rosnah, Till 1'],
])('R-4.03 R-4.05 R-4.06 a list names who handed over and how: %s', (way, cashier, text) => {
  const row = { id: 1, title: 'Kopi O', name: 'Nurul', phone: 'Till 1', at: '2026-11-20T04:00:00Z', way, cashier }
  const item: ReactElement = createElement(HandOverItem, {
    row: { ...row, number: '12345678', take_back_until: null, taken_back_at: '2026-11-20T04:01:00Z' },
    time: '12:00',
  })
  expect(textsOf(renderToStaticMarkup(item))).toEqual(['12:00', 'Kopi O, Nurul', text, 'Taken back, 12:01'])
})

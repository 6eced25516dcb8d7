import type { ReviewItem } from '@stampus/contract/console/review'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { getElementById: () => null })
const { ReceiptFacts } = await import('./ReceiptFacts.tsx')

const item = {
  id: 7,
  merchant: { id: 4, name: 'Kedai Kopi', category: 'Food', address: 'Lot 3' },
  invoice_no: '0042',
  purchase_date: '2026-11-20',
  purchase_amount: '12.50',
  created_at: '2026-11-21T02:00:00Z',
  signals: [],
  reading: null,
  reading_state: 'read',
} as unknown as ReviewItem

const plainText = (markup = '') => markup.replace(/<[^>]*>/g, '').replaceAll('&#x27;', "'")

/** The text at the end of each line: amount, merchant, date and invoice number. */
function textsOf(given: Partial<ReviewItem>) {
  const markup = renderToStaticMarkup(createElement(ReceiptFacts, { item: { ...item, ...given }, onTake: () => {} }))
  const lines = markup.split('<dt').slice(1)
  return lines.map((line) => plainText(/<dd[^>]*><span[^>]*>.*?<\/span>(.*?)<\/dd>/.exec(line)?.[1]))
}

const place = { left: 0.5, top: 0.6, width: 0.2, height: 0.05 }
const notFound = { verdict: 'not_found', read: null, place: null } as const
const fits = { verdict: 'fits', read: null, place: null } as const

test('D-51 the desk says beside each fact whether it matches the receipt, could not be read or differs', () => {
  const reading = {
    purchase_amount: notFound,
    purchase_date: { ...fits, time: '19:02' },
    invoice_number: notFound,
    merchant: { ...fits, merchant_id: null },
  }
  expect(textsOf({ reading })).toEqual([
    "Couldn't read the total",
    'Matches the receipt',
    'Matches the receipt, 19:02',
    "Couldn't read this",
  ])
  const differing = {
    purchase_amount: { verdict: 'differs', read: '42.50', place },
    purchase_date: { verdict: 'differs', read: '1900-01-02', place: null, time: null },
    invoice_number: { verdict: 'differs', read: '4711', place: null },
    merchant: { verdict: 'differs', read: 'Raket House', place: null, merchant_id: 9 },
  } as const
  expect(textsOf({ reading: differing })).toEqual([
    'Receipt: RM\u202f42.50Use this value',
    'Receipt: Raket HouseUse this value',
    expect.stringMatching(/^Receipt: 2 Jan 1900Use this valueMore than \d+ days before it was sent$/),
    'Receipt: 4711Use this value',
  ])
})

test('D-51 a fact that matches the receipt has another colour than one that differs', () => {
  const reading = {
    purchase_amount: { ...fits, time: null },
    purchase_date: { verdict: 'differs', read: '1900-01-02', place: null, time: null },
    invoice_number: notFound,
    merchant: { ...fits, merchant_id: null },
  } as const
  const markup = renderToStaticMarkup(createElement(ReceiptFacts, { item: { ...item, reading } }))
  expect(markup.match(/text-(approved|pending)(?="><svg)/g)).toEqual(['text-approved', 'text-approved', 'text-pending'])
})

test('D-51 D-103 the desk tells facts that were filled in from the photo from typed ones', () => {
  const reading = {
    purchase_amount: { verdict: 'filled_in', filled_in: true, read: '23.50', place },
    purchase_date: { verdict: 'filled_in', filled_in: true, read: null, place: null, time: '19:02' },
    invoice_number: { verdict: 'differs', filled_in: true, read: '4711', place: null },
    merchant: { verdict: 'fits', filled_in: false, read: 'Raket House', place: null, merchant_id: null },
  } as const
  expect(textsOf({ reading })).toEqual([
    'Read from the photo, not typed',
    'Matches the receipt',
    'Read from the photo, not typed, 19:02',
    'Receipt: 4711Use this valueRead from the photo, not typed',
  ])
})

test.each([
  ['pending', 'Receipt 7Not read yet'],
  ['failed', "Receipt 7Couldn't read the picture"],
  ['illegible', "Receipt 7Couldn't read the picture"],
  ['read', 'Receipt 7'],
  ['off', 'Receipt 7'],
] as const)('D-51 the desk says why there is no OCR result, when its state is %s', (reading_state, text) => {
  const markup = renderToStaticMarkup(createElement(ReceiptFacts, { item: { ...item, reading_state } }))
  expect(plainText(markup.split('<dl')[0])).toBe(text)
  expect(textsOf({ reading_state })).toEqual(['', '', '', ''])
})

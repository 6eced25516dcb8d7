import type { ReviewItem } from '@stampus/contract/console/review'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { getElementById: () => null })
const { typedFacts } = await import('../../../shared/receipts/facts.ts')
const { approvalQuestion } = await import('./ApprovalQuestion.tsx')

const differs = (read: string) => ({ verdict: 'differs', read, place: null })
const signal = (kind: string, text = '') => ({ kind, text, submission_id: null, picture: null })
const item = (overrides: object) =>
  ({
    merchant: { id: 1, name: 'Kopi Kita' },
    invoice_no: '118230',
    purchase_date: '2026-11-03',
    purchase_amount: '31.70',
    created_at: '2026-11-03T08:00:00Z',
    signals: [],
    reading_state: 'read',
    reading: {
      purchase_amount: differs('37.10'),
      purchase_date: differs('2026-11-01'),
      invoice_number: differs('118231'),
      merchant: { ...differs('Kafe Biru'), merchant_id: 2 },
    },
    ...overrides,
  }) as unknown as ReviewItem
const ask = (overrides: object, corrected = {}) => {
  const receipt = item(overrides)
  return approvalQuestion(receipt, { ...typedFacts(receipt), ...corrected })
}
const amount = { signals: [signal('amount_differs')] }

test('D-51 a receipt without doubts, or with signals of other kinds, is approved without a question', () => {
  expect(ask({})).toBeUndefined()
  expect(ask({ signals: ['large_amount', 'burst', 'copy_or_slip'].map((kind) => signal(kind)) })).toBeUndefined()
  expect(ask({ reading_state: 'off', reading: null })).toBeUndefined()
})

test('D-51 a receipt that seems to say something else asks, but not about what the reviewer has corrected', () => {
  expect(ask(amount)).toBe('The receipt seems to say RM\u202f37.10. Approve RM\u202f31.70?')
  expect(ask(amount, { purchase_amount: '37.10' })).toBeUndefined()
  expect(ask({ signals: ['date', 'invoice', 'merchant'].map((name) => signal(`${name}_differs`)) })).toMatch(
    /^The receipt seems to say Kafe Biru, 1\sNov\s2026, and invoice 118231\. Approve RM\s31\.70\?$/,
  )
})

test.each(['failed', 'illegible'])('D-51 a picture whose reading is %s asks', (reading_state) => {
  expect(ask({ reading: null, reading_state })).toBe('The picture could not be read. Approve RM\u202f31.70?')
})

test('D-51 a paper that proves no purchase, sums that differ, an early reading and a picture that waits ask', () => {
  expect(ask({ signals: [signal('no_purchase', 'The paper seems to be a quotation')] })).toBe(
    'The paper seems to be a quotation. Approve RM\u202f31.70?',
  )
  expect(ask({ signals: [signal('sums_differ', 'The sums differ')] })).toBe('The sums differ. Approve RM\u202f31.70?')
  const early = { reading: null, reading_state: 'pending', signals: [signal('early_reading', 'Read before')] }
  expect(ask(early)).toBe('Read before. The picture has not been read yet. Approve RM\u202f31.70?')
})

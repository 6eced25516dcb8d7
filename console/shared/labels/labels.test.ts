import { expect, test } from 'vitest'
import { inSentence, queueText } from './labels.ts'

const none = { escalated: 0, held: 0, confirming: 0 }

test('D-50 the queue count includes receipts that are escalated, open elsewhere or wait for confirmation', () => {
  expect(queueText({ ...none, waiting: 1 })).toBe('1 receipt pending')
  expect(queueText({ ...none, waiting: 14, escalated: 1 })).toBe(
    '14 receipts pending, including 1 escalated to managers',
  )
  expect(queueText({ waiting: 14, escalated: 1, held: 2, confirming: 3 })).toBe(
    '14 receipts pending, including 1 escalated to managers, 2 open with other operators and 3 pending confirmation',
  )
})

test('R-6.01 a label within a sentence keeps the names in it', () => {
  expect(inSentence('At the Stampus desk')).toBe('at the Stampus desk')
})

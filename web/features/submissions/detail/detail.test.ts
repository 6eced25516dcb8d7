import type { Appeal, Reversal, Submission } from '@stampus/contract/submissions'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { stubBrowserGlobals } from '../../../../tests/support/browser/browser-globals.ts'

stubBrowserGlobals()
const { AppealRecord } = await import('./DecisionNotes.tsx')
const { Reversals, ReviewerCorrections, WhyRejected } = await import('./DecisionNotes.tsx')
const { Timeline } = await import('./SubmissionPage.tsx')

/** The texts of each element with this tag. */
const textsOf = (element: ReactElement, tag: string) =>
  [...renderToStaticMarkup(element).matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, 'g'))].map(([html]) =>
    html.replace(/<time.*?<\/time>|<[^>]*>/g, ''),
  )
const day = (at: number) => `2026-10-0${at}T04:00:00Z`
const reversal: Reversal = {
  was: 'rejected',
  decided_at: day(2),
  status: 'pending',
  created_at: day(3),
  reason: 'It can be read.',
}
const appealed = (outcome: Appeal['outcome']): Appeal => ({
  message: 'Please look again.',
  created_at: day(4),
  outcome,
  answer: outcome && 'We did.',
  answered_at: outcome && day(5),
})
const submission = (given: Partial<Submission>) =>
  ({ status: 'rejected', created_at: day(1), rejection_reason: null, admin_notes: null, ...given }) as Submission

test.each<[steps: string[], Partial<Submission>]>([
  [
    ['Sent', 'Rejected', 'Put back under review', 'Approved, 5 stamps'],
    { status: 'approved', stamps: 5, decided_at: day(6), reversals: [reversal] },
  ],
  [
    ['Corrected receipt sent', 'You appealed', 'Appeal answered: reviewed again', 'Being checked'],
    { status: 'pending', corrects: 7, appeal: appealed('reopened') },
  ],
  [
    ['Sent', 'Rejected', 'You appealed', 'Appeal answered: decision not changed'],
    { decided_at: day(2), appeal: appealed('kept') },
  ],
])('D-46 D-90 S-2.28 what happened to a receipt, the oldest first: %j', (steps, given) => {
  expect(textsOf(createElement(Timeline, { submission: submission(given) }), 'li')).toEqual(steps)
})

test.each<[string, Appeal['outcome'], Submission['status']]>([
  ['A manager will look at your appeal. We’ll email you the answer.', null, 'rejected'],
  ['The rejection was reversed before we answered your appeal.', null, 'approved'],
  ['Decision not changed', 'kept', 'rejected'],
  ['Being reviewed again', 'reopened', 'pending'],
  ['Reviewed again', 'reopened', 'rejected'],
])('D-90 an appeal says what became of it: %s', (text, outcome, status) => {
  const record = createElement(AppealRecord, { appeal: appealed(outcome), status, isJustSent: false })
  const shown = [...textsOf(record, 'h3'), ...textsOf(record, 'p')]
  expect(shown.sort()).toEqual([text, 'Please look again.', ...(outcome ? ['We did.'] : [])].sort())
})

test('D-45 S-4.07 a rejection without a reason says so, and a reversal and a correction say what changed, the reason once', () => {
  const why = (rejection_reason: string | null) =>
    createElement(WhyRejected, { submission: submission({ rejection_reason }) })
  expect([null, 'Too dark.'].flatMap((reason) => textsOf(why(reason), 'p'))).toEqual([
    'No reason was given.',
    'Too dark.',
  ])

  const changed: Reversal = { ...reversal, was: 'approved', status: 'rejected', reason: 'A copy.' }
  const given = {
    rejection_reason: 'A copy.',
    reversals: [reversal, changed, { ...changed, status: 'approved' } as const],
  }
  expect(textsOf(createElement(Reversals, { submission: submission(given) }), 'p')).toEqual([
    'Rejected on 2 Oct 2026, then put back under review by a manager.',
    'Reason: It can be read.',
    'Approved on 2 Oct 2026, then rejected by a manager.',
    'Approved on 2 Oct 2026, then approved by a manager.',
  ])

  const corrections = [
    { field: 'purchase_amount', typed: '74.00', corrected: '7.40' },
    { field: 'purchase_date', typed: '2026-10-01', corrected: '2026-09-30' },
    { field: 'invoice_no', typed: '4711', corrected: '4117' },
  ] as const
  const notes = createElement(ReviewerCorrections, { corrections: [...corrections] })
  expect([...textsOf(notes, 'dt'), ...textsOf(notes, 'dd')]).toEqual([
    ...['Amount', 'Purchase date', 'Invoice number'],
    ...['RM\u202f74.00 → RM\u202f7.40', '1 Oct 2026 → 30 Sep 2026', '4711 → 4117'],
  ])
})

import { StatusMark } from '@stampus/ui/StatusMark'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { getElementById: () => null })
const { CaseStateBadge } = await import('../features/cases/CaseStateBadge.tsx')
const { MemberState } = await import('../features/members/MemberState.tsx')
const { StatementBadge } = await import('../features/settlement/StatementBadge.tsx')
const { VoucherStateBadge } = await import('../features/vouchers/VoucherStateBadge.tsx')

const member = (is: { suspended?: boolean; verified?: boolean; email?: null }) =>
  createElement(MemberState, { member: { email: 'a@campus.edu.my', suspended: false, verified: false, ...is } })

test.each<[string, ReactElement[]]>([
  [
    'approved',
    [
      createElement(CaseStateBadge, { state: 'answered' }),
      createElement(StatementBadge, { state: 'accepted' }),
      createElement(StatementBadge, { state: 'paid' }),
      createElement(VoucherStateBadge, { state: 'used' }),
      member({ verified: true }),
    ],
  ],
  [
    'pending',
    [
      createElement(CaseStateBadge, { state: 'open' }),
      createElement(CaseStateBadge, { state: 'reopened' }),
      createElement(StatementBadge, { state: 'issued' }),
      createElement(VoucherStateBadge, { state: 'ready' }),
      member({}),
    ],
  ],
  [
    'muted',
    [
      createElement(CaseStateBadge, { state: 'closed' }),
      createElement(StatementBadge, { state: 'live' }),
      createElement(VoucherStateBadge, { state: 'expired' }),
      createElement(VoucherStateBadge, { state: 'returned' }),
      createElement(VoucherStateBadge, { state: 'voided' }),
      member({ email: null, verified: true }),
    ],
  ],
  ['rejected', [member({ suspended: true, verified: true })]],
])('D-50 states of one meaning have one colour in the whole console: %s', (colour, badges) => {
  const pattern = /text-(approved|pending|rejected|muted)\b/g
  expect(badges.map((badge) => renderToStaticMarkup(badge).match(pattern))).toEqual(
    badges.map(() => [`text-${colour}`]),
  )
})

test.each([
  ['pending', 'border-pending bg-pending-tint text-pending'],
  ['approved', 'border-approved text-approved'],
  ['rejected', 'text-rejected'],
  ['withdrawn', 'text-muted'],
] as const)('S-4.06 S-4.07 the status of a receipt has an icon, its word and its colour: %s', (status, colours) => {
  const html = renderToStaticMarkup(createElement(StatusMark, { status, word: 'Word' }))
  expect(html.match(/\b(border|bg|text)-(approved|pending|rejected|muted)(-tint)?\b/g)?.join(' ')).toBe(colours)
  expect(html).toMatch(/<svg.*<\/svg>Word<\/span>$/)
})

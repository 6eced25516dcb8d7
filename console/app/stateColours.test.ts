import type { ReviewItem } from '@stampus/contract/console/review'
import { StatusMark } from '@stampus/ui/StatusMark'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { getElementById: () => null })
const { CaseStateBadge } = await import('../features/cases/caseLabels.tsx')
const { MemberState } = await import('../features/members/MemberState.tsx')
const { StatementBadge } = await import('../features/settlement/statementLabels.tsx')
const { Recent } = await import('../features/review/case/ReceiptNotes.tsx')
const { DecidedBar } = await import('../shared/receipts/UndoBar.tsx')
const { RewardStateBadge } = await import('../features/rewards/RewardStateBadge.tsx')
const { VoucherStateBadge } = await import('../features/vouchers/voucherLabels.tsx')

const member = (is: { suspended?: boolean; verified?: boolean; email?: null }) =>
  createElement(MemberState, { member: { email: 'a@campus.edu.my', suspended: false, verified: false, ...is } })
const reward = (is: Partial<Parameters<typeof RewardStateBadge>[0]['reward']>) =>
  createElement(RewardStateBadge, {
    reward: {
      state: 'published',
      recalled_at: null,
      start_date: '2000-01-01',
      end_date: null,
      is_closed: false,
      ...is,
    },
  })

test.each<[string, ReactElement[]]>([
  [
    'approved',
    [
      reward({}),
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
      reward({ state: 'paused' }),
      reward({ start_date: '2999-01-01' }),
      reward({ is_closed: true }),
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
      reward({ state: 'draft' }),
      reward({ state: 'ended' }),
      reward({ end_date: '2000-01-01' }),
      createElement(CaseStateBadge, { state: 'closed' }),
      createElement(StatementBadge, { state: 'live' }),
      createElement(VoucherStateBadge, { state: 'expired' }),
      createElement(VoucherStateBadge, { state: 'returned' }),
      createElement(VoucherStateBadge, { state: 'voided' }),
      member({ email: null, verified: true }),
    ],
  ],
  ['rejected', [member({ suspended: true, verified: true })]],
])('states of one meaning have one colour in the whole console: %s', (colour, badges) => {
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
] as const)('S-4.06 the status of a receipt has an icon, its word and its colour: %s', (status, colours) => {
  const html = renderToStaticMarkup(createElement(StatusMark, { status, word: 'Word' }))
  expect(html.match(/\b(border|bg|text)-(approved|pending|rejected|muted)(-tint)?\b/g)?.join(' ')).toBe(colours)
  expect(html).toMatch(/<svg.*<\/svg>Word<\/span>$/)
})

test('D-51 other receipts and the last decision at the desk have the colours of their states', () => {
  const at = '2026-11-20T04:00:00Z'
  const row = { id: 7, merchant: 'Kopi Kita', purchase_amount: '12.50', created_at: at }
  const statuses = ['pending', 'approved', 'rejected', 'withdrawn']
  const item = {
    ...{ id: 8, created_at: at, purchase_amount: '12.50', merchant: { name: 'Kopi Kita' }, member: { created_at: at } },
    recent: { corrected: { receipts: 0 }, of_member: statuses.map((status) => ({ ...row, status })), of_merchant: [] },
  } as unknown as ReviewItem
  const recent = renderToStaticMarkup(createElement(MemoryRouter, {}, createElement(Recent, { item })))
  const colours = recent.match(/text-\w+(?=">(Pending|Approved|Rejected|Withdrawn)<)/g)
  expect(colours).toEqual(['text-pending', 'text-approved', 'text-rejected', 'text-muted'])

  const tintOf = (outcome: 'approved' | 'rejected' | 'requested' | 'confirmed' | 'escalated') => {
    const decided = { item, outcome, undoUntil: 0 }
    return /bg-\S*tint/.exec(renderToStaticMarkup(createElement(DecidedBar, { decided, onUndo: () => undefined })))?.[0]
  }
  expect([tintOf('approved'), tintOf('confirmed')]).toEqual(['bg-approved-tint', 'bg-approved-tint'])
  expect([tintOf('rejected'), tintOf('requested'), tintOf('escalated')]).toEqual([
    'bg-rejected-tint',
    'bg-tint',
    'bg-tint',
  ])
})

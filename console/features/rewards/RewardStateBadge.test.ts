import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { Offered } from './RewardStateBadge.tsx'

vi.stubGlobal('document', { getElementById: () => null })
vi.useFakeTimers({ now: new Date('2026-11-20T04:00:00Z') })
const { RewardStateBadge } = await import('./RewardStateBadge.tsx')

const running: Offered = { start_date: '2026-11-20', end_date: '2026-11-20', is_closed: false }

test.each<[string, 'draft' | 'published' | 'paused', Offered]>([
  ['Published', 'published', running],
  ['Published, scheduled', 'published', { ...running, start_date: '2026-11-21', end_date: null }],
  ['Published, over', 'published', { ...running, start_date: '2026-11-01', end_date: '2026-11-19' }],
  ['Merchant deactivated', 'published', { ...running, is_closed: true }],
  ['Paused', 'paused', { ...running, is_closed: true }],
  ['Draft', 'draft', { ...running, is_closed: true }],
])('R-2.02 R-2.03 the status of a reward reads "%s"', (text, state, offered) => {
  const badge = createElement(RewardStateBadge, { reward: { ...offered, state, recalled_at: null } })
  expect(renderToStaticMarkup(badge).replace(/<[^>]*>/g, '')).toBe(text)
})

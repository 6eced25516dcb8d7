import type { StatementState } from '@stampus/contract/values/statements'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StatementBadge } from './StatementBadge.tsx'

test.each<[StatementState, string, string]>([
  ['live', 'text-muted', 'Not issued yet'],
  ['issued', 'text-pending', 'Please check'],
  ['accepted', 'text-approved', 'Accepted'],
  ['paid', 'text-approved', 'Paid'],
])('R-6.02 the mark of a statement that is %s is %s and says "%s"', (state, colour, text) => {
  const html = renderToStaticMarkup(createElement(StatementBadge, { state, open_disputes: 0 }))
  expect(html.match(/text-(blue|approved|pending|rejected|muted)\b/g)).toEqual([colour])
  expect(html.replace(/<[^>]*>/g, '')).toBe(text)
})

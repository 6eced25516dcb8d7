import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { stubBrowserGlobals } from '../../../tests/support/browser/browser-globals.ts'

stubBrowserGlobals()
const { VoucherMark } = await import('./VoucherMark.tsx')

test.each<[VoucherState, string, string]>([
  ['ready', 'text-blue', 'Ready'],
  ['used', 'text-approved', 'Used'],
  ['returned', 'text-muted', 'Returned'],
  ['expired', 'text-muted', 'Expired'],
  ['voided', 'text-rejected', 'Cancelled'],
])('R-3.01 the mark of a %s voucher is %s and says "%s"', (state, colour, text) => {
  const html = renderToStaticMarkup(createElement(VoucherMark, { state }))
  expect(html.match(/text-(blue|approved|pending|rejected|muted)\b/g)).toEqual([colour])
  expect(html.replace(/<[^>]*>/g, '')).toBe(text)
})

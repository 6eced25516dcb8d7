import type { Voucher, VoucherState } from '@stampus/contract/rewards/vouchers'
import { QrCode } from '@stampus/ui/qr/QrCode'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { stubBrowserGlobals } from '../../../tests/support/browser/browser-globals.ts'

stubBrowserGlobals()
const { VoucherMark } = await import('./VoucherMark.tsx')
const { withExpiry } = await import('./useVoucher.ts')
const { usedText, whyEnded } = await import('./VoucherMark.tsx')

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

const voucher = (state: Voucher['state']) => ({ state, last_day: '2026-11-20' }) as Voucher

test('R-3.01 R-3.03 without a network a ready voucher lasts until the end of its last day, and no other one expires', () => {
  expect(withExpiry(voucher('ready'), '2026-11-20').state).toBe('ready')
  expect(withExpiry(voucher('ready'), '2026-11-21')).toMatchObject({ state: 'expired', stamps_back: true })
  expect(withExpiry(voucher('used'), '2026-11-21').state).toBe('used')
})

test.each<[Voucher['state'], Partial<Voucher>, string[]]>([
  ['ready', {}, []],
  ['used', {}, []],
  ['returned', { stamps_back: true }, ['You gave it back.', '2 stamps came back to you.']],
  ['expired', { stamps_due: true }, ['Its last day is over.', '2 stamps will come back to you within an hour.']],
  ['voided', { voided_by: 'recall' }, ['This reward was recalled.', '2 stamps came back to you.']],
  [
    'voided',
    { voided_by: 'manager', reason: 'Sold.', stamps_back: false },
    ['A manager cancelled this voucher.', 'Sold.', 'Its stamps did not come back.'],
  ],
  [
    'voided',
    { voided_by: 'reversal' },
    [
      'An approval was reversed after you spent its stamps, so this voucher was cancelled.',
      '2 stamps came back to you.',
    ],
  ],
])('R-3.05 a %s voucher says why it ended and whether its stamps come back: %j', (state, given, texts) => {
  const facts = { stamps: 2, stamps_back: true, stamps_due: false, voided_by: null, reason: null, ...given }
  expect(whyEnded({ ...voucher(state), ...facts })).toEqual(texts)
})

/** What a voucher says that was handed over at this time. */
const used = (ended_at: string, now: string) =>
  usedText({ ended_at, merchant: { name: 'Boba Bukit' } } as Parameters<typeof usedText>[0], new Date(now))

test('R-3.04 a used voucher names the day of the campus if it is not today', () => {
  // 23:50 on the campus.
  const late = '2026-11-03T15:50:00Z'
  expect(used(late, '2026-11-03T15:59:00Z')).toBe('Used at 23:50, Boba Bukit')
  expect(used(late, '2026-11-03T16:10:00Z')).toBe('Used on 3 Nov 2026 at 23:50, Boba Bukit')
  expect(used('2026-11-03T16:05:00Z', '2026-11-03T16:10:00Z')).toBe('Used at 00:05, Boba Bukit')
})

test('R-3.03 a QR code is black on white, with a quiet zone of four modules inside the picture', () => {
  const svg = renderToStaticMarkup(createElement(QrCode, { value: 'https://stampus.test/v/1234', title: 'Code' }))
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const [ground, modules] = [...svg.matchAll(/<path fill="(#\w+)" d="([^"]+)"/g)].map(([, fill, d = '']) => ({
    fill,
    d,
  }))
  expect(ground).toEqual({ fill: '#ffffff', d: `M0,0 h${size}v${size}H0z` })
  expect(modules?.fill).toBe('#000000')
  const dark = [...(modules?.d ?? '').matchAll(/M(\d+)[ ,](\d+) ?h(\d+)/g)].map(([, x, y, w]) => [
    Number(x),
    Number(y),
    Number(x) + Number(w),
  ])
  expect(Math.min(...dark.map(([x = 0]) => x))).toBe(4)
  expect(Math.min(...dark.map(([, y = 0]) => y))).toBe(4)
  expect(Math.max(...dark.map(([, , end = 0]) => end))).toBe(size - 4)
})

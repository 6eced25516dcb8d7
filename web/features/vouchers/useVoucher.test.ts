import type { Voucher } from '@stampus/contract/rewards/vouchers'
import { expect, test } from 'vitest'
import { stubBrowserGlobals } from '../../../tests/support/browser/browser-globals.ts'

stubBrowserGlobals()
const { withExpiry } = await import('./useVoucher.ts')

const voucher = (state: Voucher['state']) => ({ state, last_day: '2026-11-20' }) as Voucher

test('R-3.01 R-3.03 without a network a ready voucher lasts until the end of its last day, and no other one expires', () => {
  expect(withExpiry(voucher('ready'), '2026-11-20').state).toBe('ready')
  expect(withExpiry(voucher('ready'), '2026-11-21')).toMatchObject({ state: 'expired', stamps_back: true })
  expect(withExpiry(voucher('used'), '2026-11-21').state).toBe('used')
})

import type { AdminReward } from '@stampus/contract/console/rewards'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { getElementById: () => null })
vi.useFakeTimers({ now: new Date('2026-11-20T04:00:00Z') })
const { pastDayWarning, toCopiedValues, toCreateInput, toFormValues } = await import('./rewardValues.tsx')

const kopi: AdminReward = {
  id: 7,
  title: 'Kopi O',
  title_ms: null,
  conditions: 'One cup.',
  conditions_ms: null,
  image_key: 'kopi.webp',
  image_url: '/media/kopi.webp',
  stamps: 4,
  owed_sen: 180,
  stock: null,
  left: null,
  limit_total: null,
  limit_30_days: 2,
  start_date: '2026-10-01',
  end_date: '2026-10-31',
  valid_days: 14,
  state: 'ended',
  recalled_at: null,
  recall_reason: null,
  merchant: { id: 3, name: 'Kopi Kita' },
  is_closed: false,
  vouchers: { ready: 0, ready_stamps: 0, used: 0, ending: 0 },
  version: 5,
}
const values = toFormValues(kopi)

test('R-2.01 an amount is typed in ringgit and sent in sen', () => {
  expect(values.owed_sen).toBe('1.80')
  for (const [typed, sen] of [
    ['1.80', 180],
    ['RM 1,80', 180],
    ['0', 0],
    ['1,250', 125_000],
    ['', ''],
    ['two', ''],
  ])
    expect(toCreateInput({ ...values, owed_sen: String(typed) }).owed_sen).toBe(sen)
})

test('R-2.01 a reward without a chosen merchant is rejected, unless it is handed out at the desk, where nothing is owed', () => {
  expect(toCreateInput(values)).toMatchObject({ merchant_id: 3, owed_sen: 180 })
  expect(toCreateInput({ ...values, merchant_id: null }).merchant_id).toBe(0)
  expect(toCreateInput({ ...values, place: 'desk' })).toMatchObject({ merchant_id: null, owed_sen: 0 })
  expect(toFormValues({ ...kopi, merchant: null }).place).toBe('desk')
})

test('R-2.02 a copy has neither the picture nor the past days of its original', () => {
  expect(toCopiedValues(kopi)).toEqual({ ...values, image_key: null, start_date: '2026-11-20', end_date: '' })
  const planned = { ...kopi, start_date: '2026-12-01', end_date: '2026-12-31' }
  expect(toCopiedValues(planned)).toMatchObject({ start_date: '2026-12-01', end_date: '2026-12-31' })
})

test('R-2.01 a new last day in the past is asked about', () => {
  expect(pastDayWarning({ ...values, end_date: '2026-11-19' }, kopi)).toMatch(/^This day has passed/)
  expect(pastDayWarning({ ...values, end_date: '2026-11-20' }, kopi)).toBeUndefined()
  expect(pastDayWarning({ ...values, end_date: '' }, kopi)).toBeUndefined()
  expect(pastDayWarning(values, kopi)).toBeUndefined()
  expect(pastDayWarning({ ...values, end_date: '2026-09-30' }, kopi)).toBeUndefined()
})

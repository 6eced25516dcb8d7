import { expect, type Page, type Route } from '@playwright/test'
import type { Reward } from '@stampus/contract/rewards/rewards'
import type { Voucher } from '@stampus/contract/rewards/vouchers'
import { type Answer, answering, failing, missing, none, unanswered } from './answers.ts'
import type { Screen } from './screen.ts'
import type { Words } from './words.ts'

const merchant = {
  id: 1,
  name: 'Boba Bukit',
  slug: 'boba-bukit',
  address: 'Lot 3, Medan Selera Siswa',
  logo_image: null,
  logo_placeholder_image: null,
}
const kopi: Reward = {
  id: 1,
  title: 'Kopi O',
  title_ms: 'Kopi O',
  conditions: 'One hot cup. Not together with other offers.',
  conditions_ms: 'Satu cawan panas. Tidak boleh digabungkan dengan tawaran lain.',
  image_url: null,
  placeholder_image_url: null,
  stamps: 5,
  left: null,
  limit_total: null,
  limit_30_days: 2,
  end_date: '2027-03-31',
  valid_days: 14,
  merchant,
  version: 2,
}
const rewards: Reward[] = [
  kopi,
  { ...kopi, id: 2, title: 'Nasi lemak ayam', title_ms: 'Nasi lemak ayam', stamps: 12, left: 3 },
  { ...kopi, id: 3, title: 'Notebook A5', title_ms: 'Buku nota A5', stamps: 16, left: 40, merchant: null },
  { ...kopi, id: 4, title: 'Boba for two', title_ms: 'Boba untuk dua orang', stamps: 18, left: 0 },
  { ...kopi, id: 5, title: 'Badminton court, one hour', title_ms: 'Gelanggang badminton, satu jam', stamps: 40 },
]

const voucher: Voucher & { is_open_here: boolean; is_open_elsewhere: boolean } = {
  id: 1,
  number: '20417733',
  reward_id: 1,
  title: kopi.title,
  title_ms: kopi.title_ms,
  conditions: kopi.conditions,
  conditions_ms: kopi.conditions_ms,
  image_url: null,
  placeholder_image_url: null,
  stamps: 5,
  merchant: { id: 1, name: merchant.name },
  claimed_at: '2026-11-20T04:00:00Z',
  last_day: '2027-03-31',
  state: 'ready',
  ended_at: null,
  stamps_back: false,
  voided_by: null,
  reason: null,
  is_open_here: true,
  is_open_elsewhere: false,
}
const long = {
  title: 'Nasi lemak ayam goreng berempah istimewa with a drink of your own choice',
  title_ms: 'Nasi lemak ayam goreng berempah istimewa dengan minuman pilihan anda sendiri',
  merchant: { id: 1, name: 'Koperasi Warga Universiti Antarabangsa (Cawangan Timur) Bhd.' },
}
const ended = { ended_at: '2026-11-26T04:04:00Z', stamps_back: true }
const used = { ...voucher, ...ended, id: 2, state: 'used' as const, stamps_back: false }
const returned = { ...voucher, ...ended, id: 3, state: 'returned' as const }
const expired = { ...voucher, ...ended, id: 4, state: 'expired' as const }
const recalled = {
  ...voucher,
  ...ended,
  id: 5,
  state: 'voided' as const,
  voided_by: 'recall' as const,
  reason: 'The stall closes for renovation.',
}
const cancelled = { ...recalled, id: 6, stamps_back: false, voided_by: 'manager' as const, reason: 'Claimed twice.' }
const reversed = { ...recalled, id: 7, voided_by: 'reversal' as const, reason: null }

const meta = { current_page: 1, per_page: 15, has_more: false }
/** With the pictures of the demo's deals. */
const illustrated =
  (rows: object[]): Answer =>
  async (route: Route) => {
    const { origin } = new URL(route.request().url())
    const deals = await (await route.fetch({ url: `${origin}/api/advertisements?page=1` })).json()
    const data = rows.map((row, place) => {
      const { image_url, placeholder_image_url } = deals.data[place % deals.data.length]
      return { ...row, image_url, placeholder_image_url }
    })
    await route.fulfill({ status: 200, json: { data, meta } })
  }
const illustratedOne =
  (row: object): Answer =>
  async (route: Route) => {
    const { origin } = new URL(route.request().url())
    const deals = await (await route.fetch({ url: `${origin}/api/advertisements?page=1` })).json()
    const { image_url, placeholder_image_url } = deals.data[0]
    await route.fulfill({ status: 200, json: { data: { ...row, image_url, placeholder_image_url } } })
  }

const wallet = (available: number) => answering(200, { data: { stamp_balance: available, available } })
const list = { 'GET rewards?*': illustrated(rewards), 'GET wallet': wallet(12) }
const one = { 'GET rewards/*': illustratedOne(kopi), 'GET wallet': wallet(12) }
const limited = {
  'GET reward-limits': answering(200, {
    data: [
      { reward_id: 1, again_from: '2026-12-27' },
      { reward_id: 2, again_from: null },
    ],
  }),
}
const key = { key: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', now: new Date().toISOString() }
const opened = { 'POST vouchers/*/key': answering(200, { data: key }) }
const vouchersOf = (rows: object[]) => ({ ...list, 'GET vouchers?*': illustrated(rows) })
const voucherScreen = (state: string, shown: object): Screen => ({
  name: `voucher.${state}`,
  path: '/app/vouchers/1',
  who: 'member',
  answers: { ...opened, 'GET vouchers/*': illustratedOne(shown) },
})

/** Rewards, vouchers and the redemption history. */
export const rewardScreens: Screen[] = [
  { name: 'rewards.guest', path: '/app/rewards', answers: list },
  { name: 'rewards.full', path: '/app/rewards', who: 'member', answers: list },
  { name: 'rewards.almost', path: '/app/rewards?show=almost', who: 'member', answers: list },
  { name: 'rewards.limited', path: '/app/rewards', who: 'member', answers: { ...list, ...limited } },
  { name: 'reward.limited', path: '/app/rewards/1', who: 'member', answers: { ...one, ...limited } },
  {
    name: 'rewards.none-claimable',
    path: '/app/rewards?show=claimable',
    who: 'member',
    answers: { ...list, 'GET wallet': wallet(0) },
  },
  { name: 'rewards.empty', path: '/app/rewards', who: 'member', answers: { ...list, 'GET rewards?*': none } },
  { name: 'rewards.failing', path: '/app/rewards', who: 'member', answers: { ...list, 'GET rewards?*': failing } },
  {
    name: 'rewards.loading',
    path: '/app/rewards',
    who: 'member',
    answers: { 'GET rewards?*': unanswered },
    waits: true,
  },
  { name: 'reward.guest', path: '/app/rewards/1', answers: { 'GET rewards/*': illustratedOne(kopi) } },
  { name: 'reward.full', path: '/app/rewards/1', who: 'member', answers: one },
  { name: 'reward.far', path: '/app/rewards/1', who: 'member', answers: { ...one, 'GET wallet': wallet(2) } },
  {
    name: 'reward.sold-out',
    path: '/app/rewards/1',
    who: 'member',
    answers: { ...one, 'GET rewards/*': illustratedOne({ ...kopi, left: 0 }) },
  },
  { name: 'reward.missing', path: '/app/rewards/1', who: 'member', answers: { ...one, 'GET rewards/*': missing } },
  { name: 'reward.claim', path: '/app/rewards/1?claim=1', who: 'member', covered: true, answers: one },
  ...(['changed', 'sold_out', 'supplements'] as const).map(
    (code): Screen => ({
      name: `reward.claim-${code}`,
      path: '/app/rewards/1?claim=1',
      who: 'member',
      covered: true,
      answers: {
        ...one,
        'POST rewards/*/vouchers': answering(409, { message: 'This reward is sold out.', errors: {}, code }),
      },
      steps: confirmClaim,
    }),
  ),
  voucherScreen('ready', voucher),
  voucherScreen('long', { ...voucher, ...long }),
  { ...voucherScreen('elsewhere', { ...voucher, is_open_here: false, is_open_elsewhere: true }), steps: reopen },
  {
    ...voucherScreen('no-code', voucher),
    answers: { 'GET vouchers/*': illustratedOne(voucher), 'POST vouchers/*/key': failing },
  },
  { ...voucherScreen('give-back', voucher), covered: true, steps: askToGiveBack },
  {
    ...voucherScreen('claimed', voucher),
    path: '/app/rewards/1?claim=1',
    answers: {
      ...one,
      ...opened,
      'POST rewards/*/vouchers': answering(200, { data: voucher }),
      'GET vouchers/*': illustratedOne(voucher),
    },
    steps: claim,
  },
  { ...voucherScreen('taken-back', { ...used, ended_at: new Date().toISOString() }), steps: takeBack },
  voucherScreen('used', used),
  { ...voucherScreen('just-used', { ...used, ended_at: new Date().toISOString() }), covered: true },
  voucherScreen('returned', returned),
  voucherScreen('expired', expired),
  voucherScreen('recalled', recalled),
  voucherScreen('cancelled', cancelled),
  voucherScreen('reversed', reversed),
  { name: 'voucher.missing', path: '/app/vouchers/1', who: 'member', answers: { 'GET vouchers/*': missing } },
  {
    name: 'history.full',
    path: '/app/history',
    who: 'member',
    answers: vouchersOf([voucher, used, returned, expired, recalled, cancelled, reversed]),
  },
  {
    name: 'history.long',
    path: '/app/history',
    who: 'member',
    answers: vouchersOf([
      { ...voucher, ...long },
      { ...recalled, ...long },
    ]),
  },
  { name: 'history.empty', path: '/app/history', who: 'member', answers: { ...list, 'GET vouchers?*': none } },
  {
    name: 'history.none-found',
    path: '/app/history?state=used',
    who: 'member',
    answers: { ...list, 'GET vouchers?*': none },
  },
  { name: 'history.failing', path: '/app/history', who: 'member', answers: { ...list, 'GET vouchers?*': failing } },
  {
    name: 'history.loading',
    path: '/app/history',
    who: 'member',
    answers: { 'GET vouchers?*': unanswered },
    waits: true,
  },
  { name: 'stamp-history.full', path: '/app/history/stamps', who: 'member' },
  { name: 'home.voucher-ready', path: '/', who: 'member', answers: vouchersOf([voucher]) },
  { name: 'home.voucher-long', path: '/', who: 'member', answers: vouchersOf([{ ...voucher, ...long }]) },
  { name: 'home.vouchers-ready', path: '/', who: 'member', answers: vouchersOf([voucher, { ...voucher, id: 9 }]) },
  { name: 'home.can-claim', path: '/', who: 'member', answers: vouchersOf([]) },
  { name: 'home.next-reward', path: '/', who: 'member', answers: { ...vouchersOf([]), 'GET wallet': wallet(1) } },
]

async function confirmClaim(page: Page, words: Words) {
  await page.getByRole('dialog').getByRole('button').filter({ hasText: /5/ }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText(words.dialogCancel)
}

/** Another device opens the voucher after this one. */
async function reopen(page: Page, words: Words) {
  await expect(page.getByText(words.voucherElsewhere)).toBeVisible()
}

async function claim(page: Page, words: Words) {
  await page.getByRole('dialog').getByRole('button').filter({ hasText: /5/ }).click()
  await expect(page.getByRole('status').filter({ hasText: words.claimDone })).toBeVisible()
}

async function takeBack(page: Page, words: Words) {
  await expect(page.getByText(words.voucherUsed, { exact: true })).toBeVisible()
  await page.route('**/api/vouchers/1', illustratedOne({ ...voucher, is_open_here: true }))
  await expect(page.getByText(words.voucherTakenBack)).toBeVisible()
}

async function askToGiveBack(page: Page, words: Words) {
  await page.getByRole('button', { name: words.giveBack }).click()
  await expect(page.getByRole('dialog')).toContainText(words.giveBackTitle)
}

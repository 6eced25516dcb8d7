import { expect, type Page } from '@playwright/test'
import { type Answer, answering, having } from './answers.ts'
import { opened, pressing } from './console-page-screens.ts'
import type { Screen } from './screen.ts'

const checkedVoucher = answering(200, {
  data: {
    id: 1,
    title: 'Free kopi O',
    conditions: 'One hot cup. Not together with other offers.',
    name: 'Nurul',
    merchant: null,
    last_day: '2026-12-11',
  },
})
const merchantsVoucher = answering(200, {
  data: {
    id: 1,
    title: 'Free kopi O',
    conditions: 'One hot cup. Not together with other offers.',
    name: 'Nurul',
    merchant: 'Kopi Tingkat Tiga',
    last_day: '2026-12-11',
  },
})
const checks = { 'POST console/vouchers/check': checkedVoucher }
const handedOver = answering(200, { data: {} })
/** A reversal of the demo's first receipt, whose stamps were spent. */
const waitingReversal: Answer = async (route) => {
  const url = new URL('/api/console/submissions/1', route.request().url()).href
  const { data: item } = await (await route.fetch({ url })).json()
  const request = {
    id: 1,
    kind: 'reversal',
    state: 'waiting',
    asked_by: { id: 2, name: 'Rosli Hamid' },
    asked_at: '2026-11-20T03:12:00.000Z',
    stamps: -14,
    member: { id: item.member.id, name: item.member.name, email: item.member.email },
    submission_id: item.id,
    outcome: 'rejected',
    words: 'The receipt was sent by two members.',
    corrections: [],
    closed_by: null,
    closed_at: null,
    answer: null,
    item,
    balance: 6,
    if_taken_back: {
      balance: 6,
      stamps: 14,
      balance_after: 4,
      vouchers: [
        { id: 1, title: 'Free kopi O', stamps: 4 },
        { id: 2, title: 'Two for one at the noodle stall of Kak Ros in the main hall', stamps: 8 },
      ],
    },
  }
  await route.fulfill({ json: { data: [request], meta: { current_page: 1, last_page: 1, has_more: false } } })
}
const inDebt = answering(200, {
  data: [],
  meta: { current_page: 1, last_page: 1, has_more: false },
  balance: -6,
  unconfirmed_left: 50,
  has_confirmer: true,
})
const recalled = having({
  state: 'ended',
  recalled_at: '2026-11-20T03:12:00.000Z',
  recall_reason: 'The shop closes for the semester break earlier than planned.',
})

/** Rewards and vouchers: dialogs, the states of a reward, and the hand-over. */
export const consoleRewardScreens: Screen[] = [
  {
    ...opened('confirmations', '/confirmations'),
    name: 'console-confirmations.reversal',
    covered: true,
    answers: { 'GET console/confirmations': waitingReversal },
    steps: (page) => expect(page.getByRole('button', { name: 'Confirm', exact: false })).not.toBeDisabled(),
  },
  { ...opened('reward', '/rewards/1'), name: 'console-reward.gaps', steps: saveWithGaps },
  dialog('reward', '/rewards/14', 'Publish'),
  dialog('reward', '/rewards/1', 'Pause'),
  dialog('reward', '/rewards/1', 'End'),
  dialog('reward', '/rewards/1', 'Recall'),
  { ...opened('reward', '/rewards/13'), name: 'console-reward.ended' },
  {
    ...opened('reward', '/rewards/1'),
    name: 'console-reward.recalled',
    answers: { 'GET console/rewards/1': recalled },
  },
  { ...opened('reward', '/rewards/new?copy=1'), name: 'console-reward.copy' },
  {
    ...dialog('member', '/members/1', 'Write off'),
    answers: { 'GET console/members/1/wallet*': inDebt },
  },
  { ...opened('voucher', '/vouchers/1'), name: 'console-voucher.void', covered: true, steps: voidVoucher },
  {
    ...handOver('refused', checkVoucher),
    answers: { 'POST console/vouchers/check': answering(409, { message: 'Used at 12:04 by Tan Mei Fong.' }) },
  },
  { ...handOver('checked', checkVoucher), answers: checks },
  {
    ...handOver('done', handVoucherOver),
    answers: { ...checks, 'POST console/vouchers/1/hand-over': handedOver },
  },
  { ...handOver('merchants', checkVoucher), answers: { 'POST console/vouchers/check': merchantsVoucher } },
  handOver('no-camera', openCamera),
  handOver('camera', openPretendCamera),
]

function dialog(name: string, path: string, action: string): Screen {
  const state = action.toLowerCase().replace(' ', '-')
  return { ...opened(name, path), name: `console-${name}.${state}`, covered: true, steps: pressing(action) }
}

function handOver(state: string, steps: (page: Page) => Promise<unknown>): Screen {
  return { ...opened('hand-over', '/hand-over'), name: `console-hand-over.${state}`, steps }
}

async function saveWithGaps(page: Page) {
  await page.getByLabel('Title', { exact: true }).fill('')
  await page.getByLabel('Stamps').fill('none')
  await pressing('Save')(page)
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
}

/** The newest voucher of the demo that is ready. */
async function voidVoucher(page: Page) {
  await page.goto('/console/vouchers?state=ready')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await pressing('Void')(page)
}

async function checkVoucher(page: Page) {
  await page.getByLabel('Number').fill('1234 5678')
  await page.getByLabel('Code').fill('0421')
  await pressing('Check')(page)
  const error = page.getByRole('main').getByRole('alert')
  await expect(error.or(page.getByRole('button', { name: 'Hand over' }))).toBeVisible()
}

async function handVoucherOver(page: Page) {
  await checkVoucher(page)
  await pressing('Hand over')(page)
  await expect(page.getByRole('button', { name: 'Next voucher' })).toBeVisible()
}

async function openCamera(page: Page) {
  await pressing('Scan the QR code')(page)
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
}

/** A camera that sees a brown wall. */
async function openPretendCamera(page: Page) {
  await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
    const draw = () => {
      const context = canvas.getContext('2d')
      if (!context) return
      context.fillStyle = '#7a5b3c'
      context.fillRect(0, 0, canvas.width, canvas.height)
      requestAnimationFrame(draw)
    }
    draw()
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream()
  })
  await pressing('Scan the QR code')(page)
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState)).toBe(4)
}

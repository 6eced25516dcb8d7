import { expect, type Page, type Route } from '@playwright/test'
import type { CheckedVoucher, HandOverRow } from '@stampus/contract/counter/handOvers'
import type { OwnPhone } from '@stampus/contract/counter/phones'
import * as serverEn from '@stampus/contract/texts/en'
import * as serverMs from '@stampus/contract/texts/ms'
import { LANGUAGE_HEADER } from '@stampus/contract/values/languages'
import { type Answer, answering, failing, lost, rejecting, unanswered } from './answers.ts'
import {
  type CounterStep,
  counterSteps,
  fullStorage,
  press,
  seeing,
  settled,
  type,
  withCamera,
  withLight,
  withoutCamera,
} from './counter-steps.ts'
import type { Screen } from './screen.ts'

const rosnah = { id: 1, name: 'Rosnah' }
const others = [
  { id: 2, name: 'Aminah' },
  { id: 3, name: 'Muhammad Faiz Hakimi bin Abdul Rahman' },
]
export const cashiers = [rosnah, ...others]
export const phone: OwnPhone = {
  id: 1,
  name: 'Till 1',
  merchant: { id: 1, name: 'Kopi Kita' },
  cashiers: [rosnah],
  cashier: rosnah,
  key: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  now: new Date().toISOString(),
}
export const longShop = 'Koperasi Warga Universiti Antarabangsa (Cawangan Timur) Bhd.'
const longName = 'Tengku Puteri Nur Alia Batrisyia binti Tengku Mohd Faridzuan'
const voucher: CheckedVoucher = {
  id: 1,
  title: 'Kopi O',
  title_ms: 'Kopi O',
  conditions: 'One hot cup. Not together with other offers.',
  conditions_ms: 'Satu cawan panas. Tidak boleh digabungkan dengan tawaran lain.',
  name: 'Nurul',
}
const longVoucher: CheckedVoucher = {
  ...voucher,
  title: 'Nasi lemak ayam goreng berempah istimewa with a drink of your own choice',
  title_ms: 'Nasi lemak ayam goreng berempah istimewa dengan minuman pilihan anda sendiri',
  conditions:
    'One plate. Not on Fridays, not together with other offers, and only while there is still some left. '.repeat(3),
  name: longName,
  conditions_ms: 'Satu pinggan. Tidak pada hari Jumaat dan tidak boleh digabungkan dengan tawaran lain. '.repeat(3),
}
const made: HandOverRow = {
  id: 1,
  number: '20417733',
  title: voucher.title,
  title_ms: voucher.title_ms,
  name: voucher.name,
  cashier: rosnah.name,
  phone: phone.name,
  way: 'counter',
  at: '2026-11-26T04:04:00Z',
  take_back_until: '2026-11-26T04:05:00Z',
  taken_back_at: null,
}
export const handOverRows: HandOverRow[] = [
  made,
  { ...made, id: 2, name: 'Wei Jie', cashier: null, way: 'offline', at: '2026-11-26T03:40:00Z' },
  { ...made, id: 4, name: 'Aina', at: '2026-11-26T03:20:00Z', taken_back_at: '2026-11-26T03:20:40Z' },
  {
    ...made,
    id: 3,
    title: longVoucher.title,
    title_ms: longVoucher.title_ms,
    name: longName,
    at: '2026-11-26T02:15:00Z',
  },
]

const ofPhone = (given: Partial<OwnPhone> = {}) => ({
  'GET counter/phone': answering(200, { data: { ...phone, ...given } }),
})
const checking = (answer: Answer) => ({ ...ofPhone(), 'POST counter/vouchers/check': answer })
const checked = checking(answering(200, { data: voucher }))
const noPhone = { 'GET counter/phone': rejecting(401, 'unauthenticated') }

/** "Used at 12:04 by Aminah." in the language of the page. */
const usedBefore: Answer = (route: Route) => {
  const texts = route.request().headers()[LANGUAGE_HEADER] === 'ms' ? serverMs : serverEn
  return route.fulfill({ status: 409, json: { message: texts.voucherUsed('12:04', 'Aminah'), errors: {} } })
}

const counter = (name: string, answers: Screen['answers'], ...steps: CounterStep[]): Screen => ({
  name: `counter.${name}`,
  path: '/counter/',
  answers: answers ?? {},
  steps: counterSteps(steps),
})
export const counterPage = (
  name: string,
  path: string,
  answers: Screen['answers'],
  ...steps: CounterStep[]
): Screen => ({
  ...counter(name, answers, ...steps),
  path: `/counter${path}`,
})
const problem = (name: string, answer: Answer) => counter(`problem-${name}`, checking(answer), scanned)

const now = Date.now()
const noted = [
  { id: 'a', number: '20417733', code: '0421', at: new Date(now - 3 * 3_600_000).toISOString() },
  { id: 'b', number: '55501234', code: '9313', at: new Date(now - 2 * 3_600_000).toISOString() },
]
const outcomes = { used: 'lateEntered', waiting: 'lateWaiting', refused: 'lateCodeWrong' } as const
const store = (page: Page, list: object[]) =>
  page.evaluate((text) => localStorage.setItem('counter_noted', text), JSON.stringify(list))
const noting: CounterStep = (page) => store(page, noted)
const nothingNoted: CounterStep = (page) => store(page, [])
const openLate: CounterStep = (page) => page.goto('/counter/late')

/** The stalls' app. */
export const counterScreens: Screen[] = [
  counter('welcome', noPhone),
  counter('no-network', { 'GET counter/phone': lost }),
  { ...counter('loading', { 'GET counter/phone': unanswered }), waits: true },
  counterPage('not-found', '/nowhere', {}),
  counterPage('enrol', '/enrol#abc', noPhone),
  counterPage(
    'enrol-refused',
    '/enrol#abc',
    { 'POST counter/phone': rejecting(422, 'enrolmentInvalid', 'token') },
    press('enrolButton'),
  ),
  counterPage(
    'enrol-no-name',
    '/enrol#abc',
    { 'POST counter/phone': rejecting(422, 'phoneNameRequired', 'name') },
    press('enrolButton'),
    settled,
  ),
  {
    ...counter('enrol-replaces', ofPhone({ merchant: { id: 2, name: longShop } }), (page) =>
      page.goto('/counter/enrol#abc'),
    ),
  },

  counter('pin-nobody', ofPhone({ cashier: null, cashiers: [] })),
  counter('pin-who', ofPhone({ cashier: null, cashiers: [...others, rosnah] })),
  counter('pin', ofPhone({ cashier: null })),
  counter('pin-typed', ofPhone({ cashier: null }), (page) => page.keyboard.type('204')),
  counter(
    'pin-wrong',
    {
      ...ofPhone({ cashier: null, cashiers: [rosnah, ...others] }),
      'POST counter/phone/cashier': rejecting(422, 'pinWrong', 'pin'),
    },
    (page) => page.getByRole('button', { name: 'Rosnah' }).click(),
    (page) => page.keyboard.type('204826'),
    (page) => expect(page.getByRole('alert')).not.toBeEmpty(),
  ),
  counter(
    'pin-locked',
    {
      ...ofPhone({ cashier: null }),
      'POST counter/phone/cashier': (route) =>
        route.fulfill({ status: 429, headers: { 'Retry-After': '600' }, json: { message: '' } }),
    },
    (page) => page.keyboard.type('204826'),
    (page) => expect(page.getByRole('alert')).not.toBeEmpty(),
  ),
  counter(
    'pin-offline',
    { ...ofPhone({ cashier: null }), 'POST counter/phone/cashier': lost },
    (page) => page.keyboard.type('204826'),
    (page) => expect(page.getByRole('alert')).not.toBeEmpty(),
  ),

  counter(
    'pin-long',
    {
      ...ofPhone({ cashier: null, cashiers: [...others, rosnah] }),
      'POST counter/phone/cashier': rejecting(422, 'pinWrong', 'pin'),
    },
    (page) => page.getByRole('button', { name: /^Muhammad Faiz/ }).click(),
    (page) => page.keyboard.type('204826'),
    settled,
  ),
  counter(
    'pin-long-offline',
    { ...ofPhone({ cashier: null, cashiers: [...others, rosnah] }), 'POST counter/phone/cashier': lost },
    (page) => page.getByRole('button', { name: /^Muhammad Faiz/ }).click(),
    (page) => page.keyboard.type('204826'),
    settled,
  ),

  counter('scan', ofPhone(), withCamera),
  counter('scan-long', ofPhone({ merchant: { id: 2, name: longShop }, cashier: others[1] ?? null }), withCamera),
  counter('scan-no-camera', ofPhone(), (page, words) => expect(page.getByText(words.cameraMissing)).toBeVisible()),
  ...(['NotAllowedError', 'NotReadableError', 'UnknownError'] as const).map((error) =>
    counter(`scan-${error}`, ofPhone(), withoutCamera(error), settled),
  ),
  counter('scan-foreign', ofPhone(), seeing('https://example.com/menu'), (page, words) =>
    expect(page.getByText(words.scanForeign)).toBeVisible(),
  ),
  counter('scan-light', ofPhone(), withLight, (page, words) =>
    expect(page.getByRole('button', { name: words.torchOn })).toBeVisible(),
  ),
  counter(
    'scan-leaving-failed',
    { ...ofPhone(), 'DELETE counter/phone/cashier': lost },
    withCamera,
    (page, words) => page.getByRole('button', { name: words.leave }).click(),
    settled,
  ),
  counter('scan-noted', ofPhone(), noting, withCamera),
  counter('type', ofPhone(), press('typeInstead')),
  counter(
    'type-empty',
    checking(rejecting(422, 'voucherNumberInvalid', 'number')),
    press('typeInstead'),
    press('check'),
    settled,
  ),
  counter('type-unknown', checking(rejecting(422, 'voucherUnknown', 'number')), typed, settled),
  counter('type-wrong-code', checking(rejecting(422, 'voucherCodeWrong', 'code')), typed, settled),
  counter('type-too-many', checking(rejecting(429, 'tooManyRequests')), typed, settled),
  counter('checked', checked, typed, (page, words) => expect(page.getByText(words.cancel)).toBeVisible()),
  counter('checked-long', checking(answering(200, { data: longVoucher })), typed, (page, words) =>
    expect(page.getByText(words.cancel)).toBeVisible(),
  ),
  counter(
    'checked-failed',
    { ...checked, 'POST counter/vouchers/1/hand-over': failing },
    typed,
    press('handOver'),
    settled,
  ),
  counter(
    'done',
    { ...checked, 'POST counter/vouchers/1/hand-over': answering(200, { data: made }) },
    typed,
    press('handOver'),
    (page, words) => expect(page.getByRole('heading', { name: words.handedOver })).toBeVisible(),
  ),
  counter(
    'checked-refused',
    { ...checked, 'POST counter/vouchers/1/hand-over': rejecting(409, 'voucherNotChecked') },
    typed,
    press('handOver'),
    settled,
  ),
  counter(
    'done-long',
    {
      ...checking(answering(200, { data: longVoucher })),
      'POST counter/vouchers/1/hand-over': answering(200, {
        data: { ...made, title: longVoucher.title, title_ms: longVoucher.title_ms, name: longName },
      }),
    },
    typed,
    press('handOver'),
    (page, words) => expect(page.getByRole('heading', { name: words.handedOver })).toBeVisible(),
  ),
  ...(['takeBackTooLate', 'takeBackImpossible'] as const).map((text) =>
    counter(
      `done-${text}`,
      {
        ...checked,
        'POST counter/vouchers/1/hand-over': answering(200, { data: made }),
        'POST counter/vouchers/1/take-back': rejecting(409, text),
      },
      typed,
      press('handOver'),
      (page) => page.getByRole('button', { name: /\(\d+\)$/ }).click(),
      settled,
    ),
  ),
  problem('used', usedBefore),
  problem('returned', rejecting(409, 'voucherReturned')),
  problem('expired', rejecting(409, 'voucherExpired')),
  problem('voided', rejecting(409, 'voucherVoided')),
  problem('frozen', rejecting(409, 'voucherFrozen')),
  problem('elsewhere', rejecting(422, 'voucherElsewhere', 'number')),
  problem('staff', rejecting(403, 'voucherOfStaff')),
  problem('server', failing),

  counterPage('today', '/today', { 'GET counter/hand-overs': answering(200, { data: handOverRows }) }),
  counterPage('today-empty', '/today', { 'GET counter/hand-overs': answering(200, { data: [] }) }),
  counterPage('today-failing', '/today', { 'GET counter/hand-overs': failing }),

  counter('offline', checking(lost), typed, offline),
  counter('offline-other-number', checking(lost), typed, offline, type('number', '1234')),
  counter('offline-old-pin', checking(lost), oldPin, typed, offline),
  counter('offline-noted', checking(lost), typed, press('memberOffline')),
  counter('offline-code-missing', checking(lost), typed, type('number', '12345678'), press('memberOffline')),
  counter(
    'offline-code-refused',
    checking(lost),
    typed,
    type('number', '12345678'),
    press('memberOffline'),
    press('noteIt'),
    settled,
  ),
  counter('offline-not-stored', checking(lost), typed, fullStorage, press('memberOffline')),
  counter('late', ofPhone(), noting, openLate),
  counter('late-empty', ofPhone(), nothingNoted, openLate),
  counter('late-remove', ofPhone(), noting, openLate, (page, words) =>
    page.getByRole('button', { name: words.removePhone }).first().click(),
  ),
  counter(
    'late-no-network',
    { ...ofPhone(), 'POST counter/late-hand-overs': lost },
    noting,
    openLate,
    (page) => page.getByRole('main').getByRole('button').first().click(),
    (page) => expect(page.getByRole('alert')).toBeVisible(),
  ),
  counter('late-answers', ofPhone(), answered, openLate),
  counter('late-correct', ofPhone(), answered, openLate, (page, words) =>
    page.getByRole('button', { name: words.correct }).click(),
  ),
  counter('late-form', ofPhone(), nothingNoted, openLate, press('paperOpen')),
  counter('late-form-refused', ofPhone(), nothingNoted, openLate, press('paperOpen'), press('enter')),
]

async function typed(page: Page, words: Parameters<CounterStep>[1]) {
  await press('typeInstead')(page, words)
  await type('number', '20417733')(page, words)
  await type('code', '0421')(page, words)
}

/** The camera sees a voucher, so that every error is a page of its own. */
async function scanned(page: Page, words: Parameters<CounterStep>[1]) {
  await seeing('STAMPUS:20417733:0421')(page, words)
  await expect(page.getByRole('alert').getByRole('heading')).toBeVisible()
}

async function offline(page: Page, words: Parameters<CounterStep>[1]) {
  await expect(page.getByRole('heading', { name: words.offlineTitle })).toBeVisible()
}

/** More than four hours after the PIN. */
async function oldPin(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('counter_phone') ?? '{}')
    localStorage.setItem('counter_phone', JSON.stringify({ ...stored, cashierUntil: 1 }))
  })
  await page.reload()
}

/** One entry of each answer, in the language of the page. */
async function answered(page: Page) {
  const texts = (await page.locator('html').getAttribute('lang')) === 'ms' ? serverMs : serverEn
  const list = Object.entries(outcomes).map(([outcome, text], at) => ({
    ...noted[0],
    id: outcome,
    number: `2041773${at}`,
    answer: { outcome, text: texts[text] },
  }))
  await store(page, list)
}

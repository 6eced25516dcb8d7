import { expect, type Page } from '@playwright/test'
import type { Dispute, LateHandOver } from '@stampus/contract/console/settlement/questions'
import type { AdminStatement, AdminStatementWithLines } from '@stampus/contract/console/settlement/statements'
import type { Owner } from '@stampus/contract/counter/owners'
import type { Statement, StatementLine } from '@stampus/contract/counter/statements'
import { answering, failing, missing, none, rejecting, unanswered } from './answers.ts'
import { opened, pressing } from './console-page-screens.ts'
import { owner } from './counter-owner-screens.ts'
import { counterPage, handOverRows, longShop } from './counter-screens.ts'
import { pressStatement } from './counter-steps.ts'
import type { Screen } from './screen.ts'

const [boba, koperasi] = [
  { id: 1, name: 'Boba Bukit' },
  { id: 2, name: longShop },
]
const at = '2026-11-02T03:12:00.000Z'
const longReward = {
  title: 'Nasi lemak ayam goreng berempah istimewa with a drink of your own choice',
  title_ms: 'Nasi lemak ayam goreng berempah istimewa dengan minuman pilihan anda sendiri',
}
const longWords =
  'The member showed this voucher on two days, and our cashier noted both in the book. Nomborbaucaryangdicatatdalambukukauntertidaksama.'

const line: StatementLine = {
  id: 1,
  kind: 'used',
  at: '2026-10-08T04:10:00.000Z',
  way: 'counter',
  number: '20417733',
  title: 'Kopi O',
  amount_sen: 180,
  reason: null,
  dispute: null,
}
const dispute = { id: 1, reason: 'We gave two cups, not one.', answer: null, adjusted_sen: 0 }
const lines: StatementLine[] = [
  line,
  { ...line, id: 2, way: 'offline', number: '55501234', ...longReward, amount_sen: 125_050 },
  { ...line, id: 3, kind: 'voided', way: null, at: '2026-10-20T09:05:00.000Z', amount_sen: -180 },
  {
    ...line,
    id: 4,
    kind: 'late',
    way: null,
    amount_sen: 180,
    reason: 'The cashier noted it in time.',
  },
  {
    ...line,
    id: 6,
    kind: 'dispute',
    way: null,
    number: null,
    title: null,
    amount_sen: 250,
    reason: 'Paid for both answers of September.',
  },
]
const disputed: StatementLine[] = [
  { ...line, dispute },
  {
    ...line,
    id: 5,
    dispute: { ...dispute, reason: longWords, answer: 'You are right. We pay the second cup.', adjusted_sen: 180 },
  },
  ...lines.slice(1),
]
const steps = { issued_at: null, accepted_at: null, paid_at: null, payment_reference: null }
const issued = { ...steps, issued_at: at, state: 'issued' as const }
const accepted = { ...issued, accepted_at: '2026-11-03T03:12:00.000Z', state: 'accepted' as const }
const paid = {
  ...accepted,
  state: 'paid' as const,
  paid_at: '2026-11-05T03:12:00.000Z',
  payment_reference: 'MBB 2026-11-05 / 000123456789 / Kelab Kakitangan',
}

// The console.
const people = { issued_by: null, accepted_by: null, paid_by: null }
const live: AdminStatement = {
  ...steps,
  ...people,
  id: null,
  merchant: boba,
  month: '2026-11',
  state: 'live',
  next: null,
  total_sen: 2180,
  lines: 12,
  open_disputes: 0,
}
const toPay: AdminStatement = {
  ...live,
  ...issued,
  id: 2,
  month: '2026-10',
  next: 'pay',
  total_sen: 125_300,
  lines: lines.length,
  issued_by: 'Tan Mei Fong',
}
const toAnswer: AdminStatement = { ...toPay, id: 3, merchant: koperasi, next: 'answer', open_disputes: 1 }
const toIssue: AdminStatement = { ...live, month: '2026-10', merchant: koperasi, next: 'issue', total_sen: 1_250_000 }
const settled: AdminStatement = {
  ...toPay,
  ...paid,
  next: null,
  accepted_by: 'Tengku Puteri Nur Alia Batrisyia binti Tengku Mohd Faridzuan',
  paid_by: 'Tan Mei Fong',
}
const ofList = (data: AdminStatement[]) =>
  answering(200, { data, meta: { current_page: 1, last_page: 1, has_more: false } })
const statements = ofList([toAnswer, toIssue, toPay, live, { ...settled, id: 4, month: '2026-09' }])
const nobodyAsks = answering(200, { data: { disputes: [], late: [] } })
const disputes: Dispute[] = [
  {
    id: 1,
    merchant: boba,
    month: '2026-10',
    owner: 'Rosnah binti Ali',
    reason: dispute.reason,
    created_at: at,
    line,
    voucher_id: 1,
  },
  {
    id: 2,
    merchant: koperasi,
    month: '2026-10',
    owner: 'Tengku Puteri Nur Alia Batrisyia binti Tengku Mohd Faridzuan',
    reason: longWords,
    created_at: at,
    line: { ...line, ...longReward, amount_sen: 125_050 },
    voucher_id: 2,
  },
]
const report = { cashier: 'Rosnah', phone: 'Till 1', noted_at: at, created_at: '2026-11-02T09:40:00.000Z' }
const late: LateHandOver[] = [
  {
    id: 1,
    voucher: { id: 1, number: '20417733', title: 'Kopi O' },
    merchant: boba,
    ...report,
    reports: [report, { ...report, phone: 'Till 2' }],
    is_settled: false,
    if_paid: { stamps: 'missing', needed: 5, available: 3 },
    voucher_state: 'expired',
    owed_sen: 180,
    ended: { at, way: null, by: null, phone: null, billed_in: null, undone: null },
  },
  {
    id: 2,
    voucher: { id: 2, number: '20417734', title: longReward.title },
    merchant: koperasi,
    ...report,
    reports: [report],
    is_settled: true,
    if_paid: { stamps: 'held', needed: 5, available: 0 },
    voucher_state: 'used',
    owed_sen: 125_050,
    ended: {
      at,
      way: 'counter',
      by: 'Rosnah',
      phone: 'Till 1',
      billed_in: '2026-10',
      undone: { kind: 'voided', at: '2026-11-03T02:00:00.000Z' },
    },
  },
]
const settlement = opened('settlement', '/settlement')
const questions = 'GET console/settlement-questions'
const list = 'GET console/statements*'
const listed = (answer: typeof failing) => ({ [questions]: nobodyAsks, [list]: answer })

const one = (name: string, given: AdminStatement, rows = lines): Screen => ({
  ...opened('statement', '/settlement/1/2026-10'),
  name: `console-statement.${name}`,
  answers: {
    'GET console/merchants/*/statements/*': answering(200, {
      data: { ...given, rows } satisfies AdminStatementWithLines,
    }),
  },
})

// The counter.
const ofShop: Statement = {
  ...issued,
  month: '2026-10',
  total_sen: 125_300,
  lines: lines.length,
  open_disputes: 0,
}
const ofShops: Statement[] = [
  { ...ofShop, ...steps, month: '2026-11', state: 'live', total_sen: 2180, lines: 12 },
  ofShop,
  { ...ofShop, month: '2026-09', open_disputes: 2, total_sen: 1_250_000 },
  { ...ofShop, ...accepted, month: '2026-08', lines: 1, total_sen: 180 },
  { ...ofShop, ...paid, month: '2026-07', total_sen: -250 },
]
const longOwner: Owner = { ...owner, merchants: [{ id: 1, name: longShop }, boba] }
const signedIn = { 'GET counter/owner/session': answering(200, { data: owner }) }
const month = '/owner/shops/1/statements/2026-10'
const monthCall = 'GET counter/owner/merchants/1/statements/*'
const rowsOf = (given: Statement, rows: StatementLine[]) => ({
  ...signedIn,
  [monthCall]: answering(200, { data: { ...given, rows } }),
})
const shopList = (answer: typeof failing) => ({ ...signedIn, 'GET counter/owner/merchants/1/statements': answer })
const history = (answer: typeof failing) => ({ ...signedIn, 'GET counter/owner/merchants/1/hand-overs*': answer })
const someHistory = answering(200, { data: handOverRows, meta: { current_page: 1, last_page: 2, has_more: true } })

/** What merchants are owed: in the console, and in the counter's pages of an owner. */
export const settlementScreens: Screen[] = [
  { ...settlement, answers: { [questions]: answering(200, { data: { disputes, late } }), [list]: statements } },
  { ...settlement, name: 'console-settlement.no-questions', answers: listed(statements) },
  { ...settlement, name: 'console-settlement.empty', answers: listed(none) },
  { ...settlement, name: 'console-settlement.failing', answers: { [questions]: failing, [list]: failing } },
  { ...settlement, name: 'console-settlement.loading', answers: listed(unanswered), waits: true },
  {
    ...settlement,
    name: 'console-settlement.late',
    covered: true,
    answers: { [questions]: answering(200, { data: { disputes: [], late } }), [list]: statements },
    steps: (page) => page.getByRole('button', { name: 'Answer' }).last().click(),
  },
  one('live', live),
  one('full', toPay),
  one('disputed', { ...toAnswer, lines: disputed.length }, disputed),
  one('long', settled),
  { ...one('issue', toIssue), covered: true, steps: pressing('Issue') },
  { ...one('pay', toPay), covered: true, steps: pressing('Mark as paid') },
  {
    ...one('answer', { ...toAnswer, lines: disputed.length }, disputed),
    covered: true,
    steps: async (page) => {
      await pressing('Answer')(page)
      await page.getByLabel('Pay more').check()
    },
  },
  { ...one('print', { ...settled, merchant: koperasi, lines: disputed.length }, disputed), steps: printed },
  { ...one('failing', toPay), answers: { 'GET console/merchants/*/statements/*': failing } },
  { ...one('loading', toPay), answers: { 'GET console/merchants/*/statements/*': unanswered }, waits: true },

  counterPage('statements', '/owner/shops/1/statements', shopList(answering(200, { data: ofShops }))),
  counterPage('statements-long', '/owner/shops/1/statements', {
    ...shopList(answering(200, { data: ofShops })),
    'GET counter/owner/session': answering(200, { data: longOwner }),
  }),
  counterPage('statements-empty', '/owner/shops/1/statements', shopList(answering(200, { data: [] }))),
  counterPage('statements-failing', '/owner/shops/1/statements', shopList(failing)),
  counterPage('statement', month, rowsOf(ofShop, lines)),
  counterPage('statement-live', month, rowsOf({ ...ofShop, ...steps, state: 'live' }, lines)),
  counterPage('statement-accept', month, rowsOf(ofShop, lines), pressStatement('accept')),
  counterPage('statement-dispute', month, rowsOf(ofShop, [line]), pressDispute),
  counterPage('statement-disputed', month, rowsOf({ ...ofShop, open_disputes: 1 }, disputed)),
  counterPage('statement-accepted', month, rowsOf({ ...ofShop, ...accepted }, lines)),
  counterPage('statement-paid', month, rowsOf({ ...ofShop, ...paid }, lines)),
  counterPage(
    'statement-print',
    month,
    {
      ...rowsOf({ ...ofShop, ...paid }, disputed),
      'GET counter/owner/session': answering(200, { data: longOwner }),
    },
    printed,
  ),
  counterPage(
    'statement-accept-refused',
    month,
    {
      ...rowsOf(ofShop, lines),
      'POST counter/owner/merchants/1/statements/*/acceptance': rejecting(409, 'statementDisputed'),
    },
    pressStatement('accept'),
    pressStatement('accept'),
    (page) => expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible(),
  ),
  counterPage(
    'statement-dispute-refused',
    month,
    {
      ...rowsOf(ofShop, [line]),
      'POST counter/owner/statement-lines/1/dispute': rejecting(422, 'reasonRequired', 'reason'),
    },
    pressDispute,
    (page) => page.locator('form button[type=submit]').click(),
    (page) => expect(page.locator('textarea[aria-invalid]')).toBeVisible(),
  ),
  counterPage('statement-long', month, {
    ...rowsOf({ ...ofShop, total_sen: 1_234_567_890 }, lines),
    'GET counter/owner/session': answering(200, { data: longOwner }),
  }),
  counterPage('statement-unknown', month, { ...signedIn, [monthCall]: missing }),
  counterPage('history', '/owner/shops/1/hand-overs', history(someHistory)),
  counterPage('history-empty', '/owner/shops/1/hand-overs', history(none)),
  counterPage('history-failing', '/owner/shops/1/hand-overs', history(failing)),
]

async function pressDispute(page: Page) {
  await page.getByRole('listitem').getByRole('button').click()
  await expect(page.getByRole('textbox')).toBeFocused()
}

async function printed(page: Page) {
  await expect(page.locator('article h1')).toBeAttached()
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.emulateMedia({ media: 'print' })
}

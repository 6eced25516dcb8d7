import { expect, type Page } from '@playwright/test'
import { answering, failing, having, longNames, longWords, none, unanswered } from './answers.ts'
import type { Screen } from './screen.ts'

const lists = {
  submissions: 'console/submissions',
  members: 'console/members',
  merchants: 'console/merchants',
  categories: 'console/categories',
  deals: 'console/deals',
  rewards: 'console/rewards',
  vouchers: 'console/vouchers',
  'earning-rules': 'console/earning-rules',
  announcements: 'console/announcements',
  operators: 'console/operators',
  audit: 'console/audit',
  bulk: 'console/bulk',
}
const noPlainReceipts = answering(200, {
  data: [],
  offer: '',
  before: 0,
  has_more: false,
  waiting: { ready: 0, unread: 0, unreadable: 0, unconfirmed: 0, flagged: 0 },
  is_counted_in_part: false,
})
const failedMail = 'GET console/undelivered-mail*'
const rejectedMail = {
  id: 1,
  kind: 'verification',
  name: 'Nurul Izzah',
  email: 'nurul.izzah@student.campus.edu.my',
  member_id: 9,
  operator_id: null,
  refusal: '550 5.1.1 No such mailbox here',
  tries: 1,
  failed_at: '2026-11-20T03:12:00.000Z',
}
const longMail = {
  ...rejectedMail,
  id: 2,
  kind: 'second-factor-reset',
  name: 'Tengku Puteri Nur Alia Batrisyia binti Tengku Mohd Faridzuan',
  email: 'tengku.puteri.nur.alia.batrisyia.binti.tengku.mohd.faridzuan@student.campus.edu.my',
  refusal:
    'connect ETIMEDOUT mail.student.campus.edu.my:25 after waiting for 60 seconds; the server was tried for 24 hours',
  tries: 12,
}
const pages = {
  overview: '/overview',
  checks: '/checks',
  account: '/account',
  submission: '/submissions/1',
  member: '/members/1',
  merchant: '/merchants/1',
  'merchant-new': '/merchants/new',
  poster: '/merchants/1/poster',
  deal: '/deals/1',
  'deal-new': '/deals/new',
  reward: '/rewards/1',
  'reward-new': '/rewards/new',
  voucher: '/vouchers/1',
  'hand-over': '/hand-over',
  announcement: '/announcements/1',
  'announcement-new': '/announcements/new',
  operator: '/operators/1',
}

/** As if the member had spent the stamps of the receipt. */
const withSpentStamps = having({
  if_taken_back: {
    balance: 3,
    stamps: 23,
    balance_after: -6,
    vouchers: [
      { id: 1, title: 'Free kopi O', stamps: 4 },
      { id: 2, title: 'Two for one at the noodle stall of Kak Ros in the main hall', stamps: 10 },
    ],
  },
})

/** The pages of the console except the desk: the lists in each of their states, and their detail pages. */
export const consolePageScreens: Screen[] = [
  ...Object.entries(lists).flatMap(([name, call]) => statesOf(name, `GET ${call}*`)),
  ...withoutRows('undelivered-mail', failedMail),
  listing('undelivered-mail.full', [rejectedMail, { ...rejectedMail, id: 3, kind: 'decision' }]),
  listing('undelivered-mail.long', [longMail, rejectedMail]),
  ...Object.entries(pages).map(([name, path]) => opened(name, path)),
  {
    ...opened('submission', '/submissions/13'),
    name: 'console-submission.long',
    answers: { 'GET console/submissions/13*': longWords },
  },
  {
    ...opened('submission', '/submissions?status=approved'),
    name: 'console-submission.reversal',
    covered: true,
    answers: { 'GET console/submissions/*/history': withSpentStamps },
    steps: reverseDecision,
  },
  {
    ...opened('earning-rules', '/earning-rules'),
    name: 'console-earning-rules.new',
    covered: true,
    steps: pressing('New rule'),
  },
  { ...opened('overview', '/overview'), name: 'console-overview.table', steps: readAsTables },
  {
    ...opened('overview', '/overview'),
    name: 'console-overview.failing',
    answers: { 'GET console/overview*': failing },
  },
]

export function opened(name: string, path: string): Screen {
  return { name: `console-${name}.full`, path: `/console${path}`, who: 'manager' }
}

function statesOf(name: string, call: string): Screen[] {
  const full = opened(name, `/${name}`)
  return [full, { ...full, name: `console-${name}.long`, answers: { [call]: longNames } }, ...withoutRows(name, call)]
}

/** Rows of failed mail: no mail fails where the pictures are taken. */
function listing(name: string, data: unknown[]): Screen {
  return {
    ...opened('undelivered-mail', '/undelivered-mail'),
    name: `console-${name}`,
    answers: { [failedMail]: answering(200, { data }) },
  }
}

function withoutRows(name: string, call: string): Screen[] {
  const full = opened(name, `/${name}`)
  return [
    { ...full, name: `console-${name}.empty`, answers: { [call]: name === 'bulk' ? noPlainReceipts : none } },
    { ...full, name: `console-${name}.failing`, answers: { [call]: failing } },
    { ...full, name: `console-${name}.loading`, answers: { [call]: unanswered }, waits: true },
  ]
}

async function readAsTables(page: Page) {
  const buttons = page.getByRole('button', { name: 'Show as table', pressed: false })
  await expect(buttons.first()).toBeVisible()
  while ((await buttons.count()) > 0) await buttons.first().click()
}

export function pressing(name: string) {
  return (page: Page) => page.getByRole('button', { name, exact: true }).click()
}

async function reverseDecision(page: Page) {
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await pressing('Reverse the decision')(page)
}

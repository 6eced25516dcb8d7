import type { Page } from '@playwright/test'
import type { CannedAnswer } from '@stampus/contract/console/contact/cannedAnswers'
import type { AdminCase, AdminCaseRow } from '@stampus/contract/console/contact/cases'
import type { AdminLink, AdminLinkGroup } from '@stampus/contract/console/contact/linkGroups'
import { type Answer, answering, failing, none, rejecting, unanswered } from './answers.ts'
import { opened, pressing } from './console-page-screens.ts'
import type { Screen } from './screen.ts'

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
const waiting = (hours: number) => ({ waiting_since: ago(hours), due_at: ago(hours - 48), updated_at: ago(hours) })
const member = { id: 1, name: 'Nurul Izzah' }
const receipt: AdminCaseRow['object'] = {
  kind: 'submission',
  id: 1,
  name: 'Boba Bukit',
  purchase_date: '2026-11-12',
  purchase_amount: '12.50',
  number: null,
}
const row: AdminCaseRow = {
  id: 12,
  member,
  subject: 'receipt',
  object: receipt,
  state: 'reopened',
  assignee: { id: 2, name: 'Tan Mei Fong' },
  created_at: ago(90),
  ...waiting(70),
}
const done = { waiting_since: null, due_at: null, assignee: null, object: null }
const rows: AdminCaseRow[] = [
  row,
  { ...row, id: 14, subject: 'account', object: null, state: 'open', assignee: null, ...waiting(5) },
  { ...row, id: 9, subject: 'data', state: 'answered', ...done, updated_at: ago(120) },
  { ...row, id: 7, subject: 'shop', state: 'closed', member: null, ...done, updated_at: ago(400) },
]
const shown: AdminCase = {
  ...row,
  language: 'ms',
  messages: [
    { id: 1, operator: null, text: 'Kenapa saya hanya dapat satu cop?\nSaya bayar RM 12.50.', created_at: ago(90) },
    { id: 2, operator: { id: 2, name: 'Tan Mei Fong' }, text: 'Kami sedang menyemaknya.', created_at: ago(80) },
    { id: 3, operator: null, text: 'Sudah siap?', created_at: ago(70) },
  ],
  version: 4,
}
const canned: CannedAnswer[] = [
  {
    id: 1,
    title: 'Stamps for small amounts',
    subject: 'receipt',
    text: 'You get one stamp for each RM 10 that you pay.',
    text_ms: 'Anda mendapat satu cop bagi setiap RM 10 yang dibayar.',
    version: 1,
  },
  { id: 2, title: 'Late answer', subject: null, text: 'Sorry that you had to wait.', text_ms: null, version: 2 },
]
const link: AdminLink = {
  title: 'Library',
  title_ms: 'Perpustakaan',
  address: 'https://library.campus.edu.my/hours',
  note: 'Open until ten.',
  note_ms: null,
  start_date: '2026-11-01',
  end_date: null,
}
const group: AdminLinkGroup = {
  id: 1,
  title: 'Study',
  title_ms: 'Belajar',
  position: 1,
  links: [link, { ...link, title: 'Exam week', title_ms: null, note: null, end_date: '2026-11-05' }],
  shown_today: 1,
  version: 1,
}
const asked: Record<string, Answer> = {
  'GET console/cases/*': answering(200, { data: shown }),
  'GET console/case-assignees': answering(200, {
    data: [
      { id: 2, name: 'Tan Mei Fong' },
      { id: 3, name: 'Rosli Hamid' },
    ],
  }),
  'GET console/canned-answers': answering(200, { data: canned }),
}
const list = 'GET console/cases?*'
const found = answering(200, { data: rows })
const cases = opened('cases', '/cases')
const one = opened('case', '/cases/12')
const linkGroup = {
  ...opened('link-group', '/links/1'),
  answers: { 'GET console/link-groups/*': answering(200, { data: group }) },
}

/** Cases, canned answers and links in the console. */
export const consoleCaseScreens: Screen[] = [
  { ...cases, answers: { [list]: found } },
  { ...cases, name: 'console-cases.empty', answers: { [list]: none } },
  { ...cases, name: 'console-cases.failing', answers: { [list]: failing } },
  { ...cases, name: 'console-cases.loading', answers: { [list]: unanswered }, waits: true, steps: openList },
  { ...one, answers: asked },
  { ...one, name: 'console-case.answered-with', answers: asked, steps: insert },
  {
    ...one,
    name: 'console-case.changed',
    answers: { ...asked, 'POST console/cases/*/answers': rejecting(409, 'caseChanged') },
    steps: answer,
  },
  { ...one, name: 'console-case.close', answers: asked, covered: true, steps: pressing('Close case') },
  {
    ...one,
    name: 'console-case.closed',
    answers: {
      ...asked,
      'GET console/cases/*': answering(200, { data: { ...shown, state: 'closed', waiting_since: null, due_at: null } }),
    },
  },
  { ...one, name: 'console-case.failing', answers: { ...asked, 'GET console/cases/*': failing } },
  { ...opened('canned-answers', '/canned-answers'), answers: asked },
  {
    ...opened('canned-answers', '/canned-answers'),
    name: 'console-canned-answers.empty',
    answers: { 'GET console/canned-answers': none },
  },
  opened('canned-answer-new', '/canned-answers/new'),
  {
    ...opened('links', '/links'),
    answers: {
      'GET console/link-groups': answering(200, {
        data: [group, { ...group, id: 2, title: 'Help', position: 2, shown_today: 0 }],
      }),
    },
  },
  { ...opened('links', '/links'), name: 'console-links.empty', answers: { 'GET console/link-groups': none } },
  linkGroup,
  opened('link-group-new', '/links/new'),
  {
    ...opened('link-group-new', '/links/new'),
    name: 'console-link-group-new.incomplete',
    steps: pressing('Add group'),
  },
]

/** The menu sends the same request before the list is there. */
async function openList(page: Page) {
  await page.getByRole('heading', { name: 'Messages' }).waitFor()
}

async function insert(page: Page) {
  await page.getByLabel('Canned answer').selectOption('Stamps for small amounts')
  await page.getByRole('button', { name: 'Insert' }).click()
}

async function answer(page: Page) {
  await insert(page)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('What you typed is still here.').waitFor()
}

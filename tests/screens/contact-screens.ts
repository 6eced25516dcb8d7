import type { Page } from '@playwright/test'
import type { CaseObject, ListedCase, MemberCase } from '@stampus/contract/contact/cases'
import type { LinkGroup } from '@stampus/contract/contact/links'
import { type Answer, answering, failing, lost, missing, none, rejecting, unanswered } from './answers.ts'
import type { Screen } from './screen.ts'
import type { Words } from './words.ts'

const receipt: CaseObject = {
  kind: 'submission',
  id: 1,
  name: 'Boba Bukit',
  purchase_date: '2026-11-12',
  purchase_amount: '12.50',
  number: null,
}
const nothing = { purchase_date: null, purchase_amount: null, number: null }
const voucher: CaseObject = {
  kind: 'voucher',
  id: 2,
  name: 'Kopi O',
  name_ms: 'Kopi O',
  ...nothing,
  number: '20417733',
}
const at = (day: string) => `2026-11-${day}T03:12:00.000Z`
const cases: ListedCase[] = [
  { id: 3, subject: 'receipt', object: receipt, state: 'open', created_at: at('26'), updated_at: at('26') },
  { id: 2, subject: 'reward', object: voucher, state: 'answered', created_at: at('21'), updated_at: at('22') },
  { id: 1, subject: 'account', object: null, state: 'closed', created_at: at('02'), updated_at: at('04') },
]
const shown: MemberCase = {
  ...(cases[1] as ListedCase),
  messages: [
    { id: 1, from: 'member', text: 'The stall says my voucher is too old.\nIs that right?', created_at: at('21') },
    { id: 2, from: 'answer', text: 'No, it is valid until 12 December. The stall knows it now.', created_at: at('22') },
  ],
}
const long: MemberCase = {
  ...shown,
  state: 'reopened',
  object: { ...voucher, name: 'Kopi O panas kaw dengan susu pekat manis dan biskut kering dua keping' },
  messages: shown.messages.map((message) => ({
    ...message,
    text: `${message.text} ${'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(3)}`,
  })),
}
const times = answering(200, { data: { median_seconds: 10_800 } })
const list: Record<string, Answer> = {
  'GET contact/cases*': answering(200, { data: cases }),
  'GET contact/answer-time': times,
  'GET contact/choices*': answering(200, { data: [receipt, { ...receipt, id: 2, purchase_amount: '8.00' }] }),
}
const empty = {
  ...list,
  'GET contact/cases*': none,
  'GET contact/answer-time': answering(200, { data: { median_seconds: null } }),
}
const one = (data: MemberCase) => ({ 'GET contact/cases/*': answering(200, { data }) })

const groups: LinkGroup[] = [
  {
    id: 1,
    title: 'Study',
    title_ms: 'Belajar',
    links: [
      {
        title: 'Library',
        title_ms: 'Perpustakaan',
        address: 'https://library.campus.edu.my/hours',
        note: 'Open until ten, in exam weeks until midnight.',
        note_ms: 'Dibuka hingga pukul sepuluh, minggu peperiksaan hingga tengah malam.',
      },
      { title: 'Timetables', title_ms: 'Jadual waktu', address: 'https://timetable.campus.edu.my', note: null },
    ],
  },
  {
    id: 2,
    title: 'Help',
    title_ms: 'Bantuan',
    links: [
      {
        title: 'Campus security',
        title_ms: 'Keselamatan kampus',
        address: 'tel:+60355500001',
        note: 'Day and night.',
        note_ms: 'Siang dan malam.',
      },
      { title: 'Counselling', address: 'mailto:counselling@campus.edu.my', note: null },
    ],
  },
]
const longGroup: LinkGroup = {
  id: 3,
  title: 'Everything that a student of the faculty of engineering may need',
  links: [
    {
      title: 'Laboratory booking for final-year projects, electrical and mechanical',
      address: 'https://a-very-long-name-of-a-laboratory-booking-service.engineering.campus.edu.my/x',
      note: 'Only with the card of the faculty, and only when the laboratory is not used for teaching or for examinations.',
    },
  ],
}

const contact = { path: '/app/contact', who: 'newcomer' } as const
const asked = { ...contact, path: '/app/contact?subject=receipt&object=submission-1' }
const links = { path: '/app/links', who: 'newcomer' } as const

/** Messages to the office, and links. */
export const contactScreens: Screen[] = [
  { ...contact, name: 'contact.full', answers: list },
  { ...contact, name: 'contact.empty', answers: empty },
  { ...contact, name: 'contact.failing', answers: { ...list, 'GET contact/cases*': failing } },
  {
    ...contact,
    name: 'contact.loading',
    answers: { 'GET contact/cases*': unanswered, 'GET contact/answer-time': times },
    waits: true,
  },
  { path: contact.path, name: 'contact.guest' },
  { ...contact, name: 'contact.mail-only', answers: { 'GET contact/cases*': missing } },
  { ...contact, name: 'contact.typed', answers: list, steps: type },
  { ...contact, name: 'contact.incomplete', answers: list, steps: send },
  { ...asked, name: 'contact.asked', answers: list },
  {
    ...asked,
    name: 'contact.no-choices',
    answers: { ...list, 'GET contact/choices*': lost },
    steps: (page) => page.locator('main form').getByRole('alert').waitFor(),
  },
  { ...contact, name: 'contact.offline', answers: { ...list, 'POST contact/cases': lost }, steps: typeAndSend },
  {
    ...contact,
    name: 'contact.open-already',
    answers: { ...list, 'POST contact/cases': rejecting(409, 'caseOpenAlready', undefined, { case_id: 3 }) },
    steps: typeAndSend,
  },
  { ...contact, path: '/app/contact/2', name: 'case.answered', answers: one(shown) },
  { ...contact, path: '/app/contact/2', name: 'case.long', answers: one(long) },
  { ...contact, path: '/app/contact/2', name: 'case.closed', answers: one({ ...shown, state: 'closed' }) },
  { ...contact, path: '/app/contact/2', name: 'case.missing', answers: { 'GET contact/cases/*': missing } },
  { ...contact, path: '/app/contact/2', name: 'case.failing', answers: { 'GET contact/cases/*': failing } },
  {
    ...contact,
    path: '/app/contact/2',
    name: 'case.loading',
    answers: { 'GET contact/cases/*': unanswered },
    waits: true,
  },
  { ...links, name: 'links.full', answers: { 'GET links': answering(200, { data: groups }) } },
  { ...links, name: 'links.long', answers: { 'GET links': answering(200, { data: [longGroup, ...groups] }) } },
  { ...links, name: 'links.empty', answers: { 'GET links': none } },
  { ...links, name: 'links.failing', answers: { 'GET links': failing } },
  { ...links, name: 'links.loading', answers: { 'GET links': unanswered }, waits: true },
]

async function type(page: Page, words: Words) {
  await page.getByLabel(words.caseSubjectLabel).selectOption('receipt')
  await page.getByLabel(words.caseWhichReceipt).selectOption('submission-1')
  await page.getByLabel(words.caseMessageLabel).fill('Why did I get only one stamp?\nI paid RM 12.50.')
}

async function send(page: Page, words: Words) {
  await page.getByRole('button', { name: words.caseSend }).click()
}

async function typeAndSend(page: Page, words: Words) {
  await type(page, words)
  await send(page, words)
  await page.getByRole('main').getByRole('alert').waitFor()
}

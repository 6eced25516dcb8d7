import { expect, type Page } from '@playwright/test'
import { answering, failing, none, unanswered } from './answers.ts'
import { opened, pressing } from './console-page-screens.ts'
import type { Screen } from './screen.ts'

const [kopi, ros] = [
  { id: 1, name: 'Kopi Tingkat Tiga' },
  { id: 2, name: 'Warung Kak Ros' },
]
const longMerchant = { id: 1, name: 'Koperasi Warga Universiti Antarabangsa (Cawangan Timur) Bhd.' }
const owner = {
  id: 1,
  name: 'Rosnah binti Ali',
  email: 'rosnah.ali@warung.example',
  merchants: [kopi, ros],
  invited: false,
  has_second_factor: true,
  last_seen_at: '2026-11-20T03:12:00.000Z',
}
const invited = {
  ...owner,
  id: 2,
  name: 'Tan Mei Fong',
  email: 'meifong@kedai.example',
  merchants: [kopi],
  invited: true,
  has_second_factor: false,
  last_seen_at: null,
}
const longOwner = {
  ...owner,
  id: 3,
  name: 'Tengku Puteri Nur Alia Batrisyia binti Tengku Mohd Faridzuan',
  email: 'tengku.puteri.nur.alia.batrisyia.binti.tengku.mohd.faridzuan@koperasi.example',
}
const phone = {
  id: 1,
  name: 'Till 1',
  merchant: kopi,
  owner: { id: 1, name: owner.name },
  created_at: '2026-11-02T03:12:00.000Z',
  last_used_at: '2026-11-20T03:12:00.000Z',
}
const card = {
  ...owner,
  version: 1,
  language: 'ms',
  sessions: 1,
  phones: [phone, { ...phone, id: 2, name: 'Front counter', merchant: ros, owner: { id: 2, name: invited.name } }],
  cashiers: [
    { id: 1, name: 'Aminah', merchant: kopi },
    { id: 2, name: 'Devi', merchant: ros },
  ],
}
const owners = (data: unknown[]) => answering(200, { data, meta: { current_page: 1, last_page: 1, has_more: false } })
const ownerOf = (given: object) => answering(200, { data: { ...card, ...given } })

const often = {
  merchant: kopi,
  cashier: { id: 1, name: 'Aminah' },
  member: { id: 1, name: 'Aisyah Rahman' },
  count: 14,
  first_at: '2026-11-02T03:12:00.000Z',
  last_at: '2026-11-20T03:12:00.000Z',
}
const share = { merchant: ros, total: 62, offline: 21, late: 9 }
const burst = {
  merchant: kopi,
  phone: { id: 1, name: 'Till 1' },
  count: 17,
  first_at: '2026-11-19T04:02:10.000Z',
  last_at: '2026-11-19T04:06:41.000Z',
}
const deleted = { id: 9, name: 'Deleted member' }
const findings = {
  often: [often, { ...often, cashier: { id: 2, name: 'Devi' }, merchant: ros, member: deleted, count: 8 }],
  shares: [share],
  bursts: [burst],
}
const unusual = 'GET console/unusual-hand-overs*'
const page = opened('unusual-hand-overs', '/unusual-hand-overs')
const list = { ...opened('owners', '/owners'), answers: { 'GET console/owners*': owners([owner, invited]) } }
const one = { ...opened('owner', '/owners/1'), answers: { 'GET console/owners/1': ownerOf({}) } }

/** Owners of merchants with their counters, and unusual hand-overs. */
export const consoleCounterScreens: Screen[] = [
  list,
  { ...list, name: 'console-owners.long', answers: { 'GET console/owners*': owners([longOwner, invited]) } },
  { ...list, name: 'console-owners.empty', answers: { 'GET console/owners*': none } },
  { ...list, name: 'console-owners.failing', answers: { 'GET console/owners*': failing } },
  { ...list, name: 'console-owners.loading', answers: { 'GET console/owners*': unanswered }, waits: true },
  { ...list, name: 'console-owners.invite', covered: true, steps: inviteWithGaps },
  one,
  { ...one, name: 'console-owner.long', answers: { 'GET console/owners/1': longOwnerCard() } },
  {
    ...one,
    name: 'console-owner.invited',
    answers: { 'GET console/owners/1': ownerOf({ ...invited, id: 1, sessions: 0, phones: [], cashiers: [] }) },
  },
  { ...one, name: 'console-owner.failing', answers: { 'GET console/owners/1': failing } },
  { ...one, name: 'console-owner.loading', answers: { 'GET console/owners/1': unanswered }, waits: true },
  { ...one, name: 'console-owner.remove-phone', covered: true, steps: pressing('Remove Till 1 of Kopi Tingkat Tiga') },
  { ...one, name: 'console-owner.remove-cashier', covered: true, steps: pressing('Remove Devi of Warung Kak Ros') },
  { ...one, name: 'console-owner.link', covered: true, steps: pressing('Send password link') },
  { ...one, name: 'console-owner.factor', covered: true, steps: pressing('Reset second factor') },
  { ...one, name: 'console-owner.remove', covered: true, steps: pressing('Remove owner') },
  { ...page, answers: { [unusual]: answering(200, { data: findings }) } },
  { ...page, name: 'console-unusual-hand-overs.long', answers: { [unusual]: longFindings() } },
  {
    ...page,
    name: 'console-unusual-hand-overs.empty',
    answers: { [unusual]: answering(200, { data: { often: [], shares: [], bursts: [] } }) },
  },
  { ...page, name: 'console-unusual-hand-overs.failing', answers: { [unusual]: failing } },
  { ...page, name: 'console-unusual-hand-overs.loading', answers: { [unusual]: unanswered }, waits: true },
]

function longOwnerCard() {
  const { name } = longOwner
  const held = { merchant: longMerchant }
  const phones = [{ ...phone, ...held, name: 'Kaunter hadapan, tingkat bawah', owner: { id: 3, name } }]
  const cashiers = [{ id: 1, name: 'Nur Alia Batrisyia binti Mohd', ...held }]
  return ownerOf({ ...longOwner, id: 1, merchants: [longMerchant, kopi, ros], phones, cashiers })
}

function longFindings() {
  const held = { merchant: longMerchant }
  const row = { ...often, ...held, cashier: { id: 1, name: 'Nur Alia Batrisyia binti Mohd' } }
  const member = { id: 1, name: longOwner.name }
  // As many as are shown at most.
  const rows = Array.from({ length: 50 }, (_, at) => ({ ...row, cashier: { ...row.cashier, id: at }, member }))
  const data = { often: rows, shares: [{ ...share, ...held }], bursts: [{ ...burst, ...held }] }
  return answering(200, { data })
}

async function inviteWithGaps(shown: Page) {
  await pressing('Invite an owner')(shown)
  const dialog = shown.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog.getByRole('alert').first()).toBeVisible()
}

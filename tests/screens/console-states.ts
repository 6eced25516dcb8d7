import { type Answer, answering, having, lost, made, rejecting } from './answers.ts'
import { of, on, type States } from './state.ts'
import { follow, keys, press, type Step, submit, type } from './steps.ts'

const approved = '/console/submissions?status=approved'
const at = '2026-11-02T03:12:00.000Z'
const merchant = { id: 2, name: 'Koperasi Warga Universiti Antarabangsa (Cawangan Timur) Bhd.' }
const times = { count: 14, first_at: at, last_at: '2026-11-20T03:12:00.000Z' }
const nothingWaits: Answer = (route) => route.fulfill({ json: { data: null, waiting: 0, escalated: 0, ahead: [] } })
const aminah = { id: 1, name: 'Aminah' }
const findings = {
  often: [{ merchant, cashier: aminah, member: { id: 1, name: 'Aisyah binti Rahman' }, ...times }],
  shares: [{ merchant, total: 62, offline: 21, late: 9 }],
  bursts: [{ merchant, phone: { id: 1, name: 'Till 1' }, ...times }],
}
const mail = {
  ...aminah,
  kind: 'verification',
  email: 'aminah@campus.edu.my',
  refusal: 'timed out',
  tries: 12,
  failed_at: at,
}
const finding = { check: 'Backups', kind: 'problem', wrong: 'The last good backup is 52 hours old.' }
const report = {
  checked_at: at,
  findings: [
    { ...finding, advice: 'Run “npm run stampus -- backup”: if it fails, it says why.' },
    {
      ...finding,
      check: 'Ledger',
      kind: 'unknown',
      wrong: 'The ledger is too large to check.',
      advice: 'Run “npm run ledger:check” at a quiet time.',
    },
  ],
  passed: ['Settings', 'Disk', 'Mail', 'Files', 'Node.js', 'Clock', 'PostgreSQL', 'Rights'],
}
const dispute = { id: 1, reason: 'We gave two cups, not one.', answer: null, adjusted_sen: 0 }
const used = { id: 1, kind: 'used', at, way: 'counter', number: '20417733', title: 'Kopi O', amount_sen: 180 }
const line = { ...used, reason: null, dispute }
const disputed = { ...dispute, merchant, month: '2026-10', owner: 'Rosnah', created_at: at, line, voucher_id: 1 }
const questions = answering({ disputes: [disputed], late: [] })
const paid = { state: 'paid', next: null, accepted_at: at, paid_at: at, payment_reference: 'MBB 123', paid_by: 'Tan' }
const checked = { id: 1, title: 'Free kopi O', conditions: 'One hot cup.', name: 'Nurul', last_day: '2026-12-11' }
const checking = (answer: Answer, ...steps: Step[]) =>
  on('POST console/vouchers/check', answer, type({ Number: '1234 5678', Code: '0421' }), press('Check'), ...steps)

export const consoleStates: States = {
  ...of('guest', {
    'console-desk.sign-in': [],
    'console-desk.refused': [type({ Email: 'a@campus.edu.my', Password: 'Salah-Sekali-99' }), press('Sign in')],
  }),
  ...of('reviewer', {
    'console-desk.reviewer': [],
    'console-desk.none-waits': on('POST console/leases', nothingWaits),
    'console-desk.failing': on('POST console/leases', made.failing),
    'console-desk.loading': on('POST console/leases', made.loading),
    'console-desk.long': on('POST console/leases', made.long),
    'console-desk.picture-failing': on('GET /files/**', lost),
    'console-desk.reject': [keys('r')],
    'console-desk.reject-gaps': [keys('r'), press('Reject receipt')],
    'console-desk.decided': [keys('s'), keys('a')],
  }),
  'console-appeals.gaps': [press('Keep the rejection')],
  'console-submission.reversal': { at: approved, steps: [follow, press('Reverse the decision')] },
  'console-unusual-hand-overs.some': on('GET console/unusual-hand-overs*', answering(findings)),
  'console-failed-mail.some': on('GET console/undelivered-mail*', answering([mail, { ...mail, id: 2 }])),
  'console-system-check.good': on('GET console/doctor', answering({ ...report, findings: [] })),
  'console-system-check.some': on('GET console/doctor', answering(report)),
  'console-settlement.answer': on('GET console/settlement-questions', questions, press('Answer')),
  'console-statement.paid': on('GET console/merchants/*/statements/*', having(paid)),
  'console-statement.print': [(page) => page.emulateMedia({ media: 'print' })],
  'console-statement.pay': [press('Mark as paid')],
  'console-earning-rules.new': [press('New rule')],
  'console-overview.table': [press('Show as table')],
  'console-new-merchant.gaps': [submit],
  'console-new-merchant.no-categories': on('GET console/categories', made.failing),
  'console-owners.invite-gaps': [press('Invite an owner'), press('Invite')],
  'console-owner.remove': [press('Remove owner')],
  'console-reward.recall': [press('Recall')],
  'console-reward.gaps': [type({ Title: '', Stamps: 'none' }), press('Save')],
  'console-voucher.void': { at: '/console/vouchers?state=ready', steps: [follow, press('Void')] },
  'console-case.close': { at: '/console/cases/3', steps: [press('Close case')] },
  'console-hand-over.refused': checking(rejecting(409, 'voucherReturned')),
  'console-hand-over.checked': checking(answering(checked)),
}

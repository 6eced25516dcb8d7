import { LINES_TYPE } from '@stampus/contract/endpoint'
import { offerOcr } from '../journeys/support/ocr-answers.ts'
import { type Answer, answering, failing, having, lost, rejecting } from './answers.ts'
import { of, on, type States } from './state.ts'
import { attach, fillReceipt, follow, press, type Step, store, submit, type } from './steps.ts'

const wrongLogin = [type({ email: 'nobody@campus.edu.my', password: 'Salah-Sekali-99' }), submit]
const password = 'Teh-Tarik-2-Gelas'
const newPassword = [type({ password, password_confirmation: password }), submit]
const asked = { email: 'nurul@campus.edu.my', needs_password: true, is_own: false, is_verified: false }
const rejected = '/app/submissions?status=rejected'
const pending = '/app/submissions?status=pending'
const objecting = on('GET submissions/*', having({ appeal: null }), follow, press('appealTitle'), press('appealSend'))
const read = { purchase_amount: '18.90', purchase_date: null, invoice_number: '700144', sure: ['purchase_amount'] }
const readsReceipts: Step = (page) => offerOcr(page).then(() => page.reload())
const reading: Answer = (route) =>
  route.fulfill({ contentType: LINES_TYPE, body: `${JSON.stringify({ data: read, done: true })}\n` })
const waitForDraft: Step = (page) => page.waitForFunction(() => localStorage.getItem('drafts'))
const used = { state: 'used', ended_at: '2026-11-26T04:04:00Z', stamps_back: false }
const voucher = (given: object) => on('GET vouchers/*', having(given))

export const appStates: States = {
  ...of('guest', {
    'login.suspended': '?reason=suspended',
    'login.gaps': [submit],
    'login.refused': wrongLogin,
    'login.failing': on('POST login', failing, ...wrongLogin),
    'login.locked': on('POST login', rejecting(429, 'tooManyRequests'), ...wrongLogin),
    'register.gaps': [submit],
    'register.refused': [type({ email: 'nurul@mail.example', password: 'pendek' }), submit],
    'verify-email.question': on('POST email/verification-link', answering(asked)),
    'reset-password.bad-link': newPassword,
    'keep-email.bad-link': [press('keepEmail')],
    'unlock.bad-link': [press('unlockSubmit')],
    'merchants.yours': [store('favourite_merchants_0', [1, 2, 3, 5, 8, 30])],
    'merchant-slug.missing': '/merchants/no-such-shop',
  }),
  ...of('unverified', {
    'verify-email.waiting': '/email/verification',
    'verify-email.sent': { at: '/email/verification', steps: [press('verifyResend')] },
    'home.unverified': [],
  }),
  'profile.edit': '?edit',
  'profile.refused': { at: '?edit', steps: [type({ name: '', email: 'aisyah@' }), submit] },
  'profile.picture': { at: '?edit', steps: [attach('avatarChoose')] },
  'profile.delete-gaps': [press('deletionLabel'), submit],
  'home.card-negative': on('GET wallet', answering({ stamp_balance: -3, available: -3 })),
  'home.menu': [press('accountMenu')],
  'home.offline': [(page) => page.context().setOffline(true)],
  'submission.pending': { at: pending, steps: [follow] },
  'submission.rejected': { at: rejected, steps: [follow] },
  'submission.picture': { at: pending, steps: [follow, press('submissionPictureEnlarge')] },
  'submission.picture-failing': { ...on('GET /files/**', lost, follow), at: pending },
  'submission.withdrawing': { at: pending, steps: [follow, press('withdraw')] },
  'submission.appeal-gaps': { ...objecting, at: rejected },
  ...of('newcomer', {
    'home.newcomer': [],
    'home.receipt-waits': [attach('snap'), waitForDraft, (page) => page.goto('/')],
    'new-submission.gaps': [submit],
    'new-submission.filled': [fillReceipt],
    'new-submission.unsent': on('POST submissions', failing, fillReceipt, submit),
    'new-submission.read': on('POST readings', reading, readsReceipts, attach('receiptPictureChoose')),
  }),
  'reward.sold-out': on('GET rewards/*', having({ left: 0 })),
  'reward.claim': '?claim=1',
  'voucher.elsewhere': voucher({ is_open_here: false, is_open_elsewhere: true }),
  'voucher.no-code': on('POST vouchers/*/key', failing),
  'voucher.give-back': [press('giveBack')],
  'voucher.just-used': voucher({ ...used, ended_at: new Date().toISOString() }),
  'contact.gaps': [press('caseSend')],
  'case.closed': on('GET contact/cases/*', having({ state: 'closed' })),
}

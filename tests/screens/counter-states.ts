import { type Answer, answering, having, lost, rejecting } from './answers.ts'
import { of, on, type States } from './state.ts'
import { openCamera, press, type Step, store, submit, type, typePin } from './steps.ts'

const phone = 'GET counter/phone'
const aminah = { id: 1, name: 'Aminah' }
const faiz = { id: 3, name: 'Muhammad Faiz Hakimi bin Abdul Rahman' }
const longShop = { id: 9, name: 'Koperasi Warga Universiti Antarabangsa (Cawangan Timur) Bhd.' }
const atPin = { [phone]: having({ cashier: null }) }
const start = 'POST counter/phone/cashier'
const refused = (answer: Answer) => ({ answers: { ...atPin, [start]: answer }, steps: [typePin('471902')] })
const everyone = having({ cashier: null, cashiers: [aminah, { id: 2, name: 'Devi' }, faiz] })
const voucher = { id: 1, title: 'Kopi O', conditions: 'One hot cup. Not on Fridays. '.repeat(4), name: 'Nurul' }
const long = { ...voucher, title: 'Nasi lemak ayam goreng berempah with a drink of your own choice', name: faiz.name }
const at = '2026-11-26T04:04:00Z'
const by = { cashier: 'Aminah', phone: 'Till 1', way: 'counter', at, taken_back_at: null }
const made = { ...voucher, ...by, number: '20417733', take_back_until: '2026-11-26T04:05:00Z' }
const today = [made, { ...made, id: 2, cashier: null, way: 'offline' }, { ...made, id: 3, taken_back_at: at }]
const check = 'POST counter/vouchers/check'
const typed = [press('typeInstead'), type({ number: '20417733', code: '0421' })]
const checking = (answer: Answer, ...steps: Step[]) => on(check, answer, ...typed, ...steps)
const handOver = { [check]: answering(long), 'POST counter/vouchers/1/hand-over': answering({ ...made, ...long }) }
const noted = { number: '20417733', code: '0421', at: new Date(Date.now() - 7_200_000).toISOString() }
const note = store('counter_noted', [{ ...noted, id: 'a' }])
const signIn = [type({ email: 'rosnah@warung.example', password: 'Salah-Sekali-99' }), press('signIn')]
const paid = { state: 'paid', accepted_at: at, paid_at: at, payment_reference: 'MBB 000123456789' }

export const counterStates: States = {
  ...of('guest', {
    'counter-counter.welcome': [],
    'counter-counter.no-network': on(phone, lost),
    'counter-enrol.refused': [press('enrolButton')],
    'counter-owner.sign-in': [],
    'counter-owner.refused': on('POST counter/owner/session', rejecting(422, 'wrongCredentials', 'email'), ...signIn),
    'counter-password.refused': [type({ password: 'Teh-Tarik-2-Gelas' }), press('passwordSave')],
  }),
  'counter-counter.nobody': on(phone, having({ cashier: null, cashiers: [] })),
  'counter-counter.who': on(phone, everyone),
  'counter-counter.pin': { answers: atPin },
  'counter-counter.pin-wrong': refused(rejecting(422, 'pinWrong', 'pin')),
  'counter-counter.pin-locked': refused(rejecting(429, 'tooManyRequests')),
  'counter-counter.pin-long': on(phone, everyone, press('Muhammad Faiz')),
  'counter-counter.scan': [openCamera()],
  'counter-counter.scan-long': on(phone, having({ merchant: longShop, cashier: faiz }), openCamera()),
  'counter-counter.wrong-code': checking(rejecting(422, 'voucherCodeWrong', 'code')),
  'counter-counter.checked-long': checking(answering(long)),
  'counter-counter.done-long': { answers: handOver, steps: [...typed, press('handOver')] },
  'counter-counter.returned': on(check, rejecting(409, 'voucherReturned'), openCamera('STAMPUS:20417733:0421')),
  'counter-counter.offline': checking(lost),
  'counter-counter.offline-noted': checking(lost, press('memberOffline')),
  'counter-today.some': on('GET counter/hand-overs', answering(today)),
  'counter-late.noted': [note],
  'counter-late.form-gaps': [press('lateFormOpen'), press('enter')],
  'counter-owner.shops': on('GET counter/owner/session', having({ merchants: [aminah, longShop] })),
  'counter-shop.cashiers': on('GET counter/owner/merchants/9', having({ cashiers: [aminah, faiz] })),
  'counter-shop.remove': [press('removePhone')],
  'counter-shop.phone-code': [press('addPhone')],
  'counter-shop.new-cashier-gaps': [press('addCashier'), press('save')],
  'counter-account.secret': [type({ yourPassword: 'Teh-Tarik-Kurang-26' }), press('setUp')],
  'counter-statement.paid': on('GET counter/owner/merchants/9/statements/*', having(paid)),
  'counter-statement.print': [(page) => page.emulateMedia({ media: 'print' })],
  'counter-statement.accept': [press('accept')],
  'counter-statement.dispute-gaps': [press('dispute'), submit],
}

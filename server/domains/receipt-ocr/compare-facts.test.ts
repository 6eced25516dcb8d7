import { expect, test } from 'vitest'
import { createPage, pairsIn } from '../../../tests/support/pictures/ocr-result.ts'
import { compareWithPicture } from './compare-facts.ts'
import { extractFacts } from './facts/extract-facts.ts'
import { matchMerchant } from './facts/merchant-names.ts'
import type { TypedFacts } from './ocr-result.ts'

const HEAD = 'RESTORAN SRI MAWAR SDN BHD'
const REST = ['Tax Invoice', 'INV No.: A1030720 Cashier: Nicole', 'Date: 05-11-2026 19:02:50', 'Milo 2 x 2.80 5.60']
REST.push('Take Away 0.40', 'TOTAL: 6.00', 'CASH: 10.00', 'CHANGE: 4.00')
const right: TypedFacts = {
  ...{ amountSen: 600, date: '2026-11-05', invoice: 'A1030720' },
  ...{ merchant: 'Restoran Sri Mawar', merchantId: 0 },
}

const read = (lines: string[]) => extractFacts([createPage(lines), createPage(lines)], '2026-11-21')
function compared(typed: Partial<TypedFacts>, print = [HEAD, ...REST]) {
  const { amount, date, invoice, merchant } = compareWithPicture(read(print), { ...right, ...typed })
  return { amount, date, invoice, merchant }
}
/** Merchants with these names; their ids count from 0. */
const campusOf = (names: string[]) => names.map((name, id) => ({ id, name }))
/** The verdict on a merchant typed for a receipt with this head, if the campus has these merchants. */
function verdictOn(head: string, typed: string, names: string[]) {
  const [result, campus] = [read([head, ...REST]), campusOf(names)]
  const given = { ...right, merchant: typed, merchantId: names.indexOf(typed) }
  return compareWithPicture(result, given, matchMerchant(result, campus)).merchant
}

test('D-51 facts typed as printed fit, each with its place, and those not on the picture are not found', () => {
  const box = expect.anything()
  const fits = expect.objectContaining({ verdict: 'fits', box })
  expect(compared({})).toEqual({ amount: fits, date: fits, invoice: fits, merchant: fits })
  const none = { verdict: 'not_found' }
  const found = compared({}, ['THANK YOU', 'PLEASE COME AGAIN'])
  expect(found).toEqual({ amount: none, date: none, invoice: none, merchant: none })
})

test.each([
  ['amount', { amountSen: 800 }, 600],
  ['amount', { amountSen: 560 }, 600],
  ['date', { date: '2026-11-06' }, '2026-11-05'],
  ['invoice', { invoice: 'A1030726' }, 'A1030720'],
  ['merchant', { merchant: 'Kafe Biru' }, 'RESTORAN SRI MAWAR SDN BHD'],
] as const)('D-51 another %s differs, and what is read is said', (field, typed, value) => {
  expect(compared(typed)[field]).toMatchObject({ verdict: 'differs', read: value })
})

const ADDRESS = ['Lot 1, Jalan 7', 'Taman Maju', '43000 Kajang', 'Selangor']
const WHOLESALER = 'PEMBORONG TIMUR SDN BHD'

test.each([
  ['printed on two lines', ['RESTORAN SRI', 'MAWAR SDN BHD', ...REST], 'fits'],
  ['with thanks above it', ['Terima kasih kepada pelanggan', 'RESTORAN SRI MAWAR', ...REST], 'fits'],
  ['as the payee of a payment', [...REST, 'Bayar kepada', 'RESTORAN SRI MAWAR'], 'fits'],
  ['below a customer', ['Bill To: Walk-in Customer', 'RESTORAN SRI MAWAR', ...REST], 'fits'],
  ['beside a time', ['RESTORAN SRI MAWAR 10.14', ...REST], 'fits'],
  ['beside a customer', ['Bill To: ALI From: RESTORAN SRI MAWAR', ...REST], 'not_found'],
  ['of a customer', [WHOLESALER, 'INVOICE', 'Bill To:', 'RESTORAN SRI MAWAR', ...REST.slice(1)], 'differs'],
  ['of a customer in Malay', [WHOLESALER, 'Kepada: RESTORAN SRI MAWAR', ...REST], 'differs'],
  ['of a product', [WHOLESALER, ...REST.slice(0, 3), ...ADDRESS, 'Sri Mawar sambal 5.60', ...REST.slice(3)], 'differs'],
])('D-51 the verdict on a name of the shop that is %s', (_how, print, verdict) => {
  const { merchant } = compared({}, print)
  expect(merchant).toMatchObject(verdict === 'differs' ? { verdict, read: WHOLESALER } : { verdict })
})

test.each([
  ['cash', 'CASH 50.55', 5055],
  ['subtotal', 'SUBTOTAL 5.60', 560],
  ['price of an item', 'MINERAL WATER 2 x 2.20 4.40', 440],
  ['tax', 'SST 6% 2.42 0.14', 14],
])('D-51 without a total, the %s typed as the amount is not found', (_role, row, amountSen) => {
  expect(compared({ amountSen }, ['KOPI 1.30', row]).amount).toEqual({ verdict: 'not_found' })
})

test('D-51 another date differs if the date of the receipt is clear, and fits if it is not', () => {
  const verdictsOn = (...dates: string[]) =>
    ['2026-11-05', '2026-11-06'].map((date) => compared({ date }, ['KEDAI BUKU CAHAYA', ...dates]).date.verdict)
  expect(verdictsOn('Date: 05/11/2026 19:02', 'Valid from 06/11/2026')).toEqual(['fits', 'differs'])
  expect(verdictsOn('Date: 05/11/2026', 'Date: 06/11/2026')).toEqual(['fits', 'fits'])
  expect(verdictsOn('Date: O5/1l/2026', '06/11/2026')).toEqual(['fits', 'fits'])
})

test.each([
  ['RESTORAN SRI MAWAR SDN BHD', 'Mawar', 'Restoran Sri Mawar'],
  ['SRI MAWAR', 'Mawar', 'Sri Mawar'],
  ['KOPI KITA MAJU ENTERPRISE', 'Kopi Kita', 'Kopi Kita Maju'],
  ['PASIR EMAS HARDWARE', 'Pasir Mas Hardware Trading', 'Pasir Emas Hardware'],
  ['PASIR MAS HARDWARE TRADING', 'Pasir Emas Hardware', 'Pasir Mas Hardware Trading'],
  ['PASIREMASHARDWARE', 'Pasir Mas Hardware Trading', 'Pasir Emas Hardware'],
  ['RESTORAN ALIF', 'Restoran Ali', 'Restoran Alif'],
  ['KEDAI BUKU CAHAYA', 'Kedai Buku Cahaja', 'Kedai Buku Cahaya'],
  ['MENARA KOPI BARU', 'Menara Kopi Biru', 'Menara Kopi Baru'],
  ['SERI MURNI DELIMA CAFE', 'Seri Murni Dalima', 'Seri Murni Delima'],
])('D-51 %s is not %s, but %s', (head, typed, named) => {
  for (const names of [
    [typed, named],
    [named, typed],
  ]) {
    const differs = { verdict: 'differs', read: named, id: names.indexOf(named) }
    expect(verdictOn(head, typed, names)).toMatchObject(differs)
    expect(verdictOn(head, named, names)).toMatchObject({ verdict: 'fits' })
  }
})

test.each([
  ['KOPI KITA', 'Kopi Kita', ['KOPI KITA SDN BHD']],
  ['KAFE MURNI', 'Kafe Murni', ['Kafe Murniy']],
  ['KAFE MURNI', 'Kafe Murni', ['Kafe-Murni Sdn Bhd', 'KafeMurni']],
  ['RESTORAN SRI MAWAR', 'Restoran Sri Mawar', ['Restoran Sri Mawar Dua']],
  ['PASIR MAS HARDWARE', 'Pasir Mas Hardware Trading', ['Pasir Emas Hardware', 'Kedai Pasir']],
  ['PASlR MA5 HARDWARE', 'Pasir Mas Hardware Trading', ['Hon Hwa Hardware']],
  ['MENARA DELIMA', 'Menara Delima Cafe', ['Menara Kita']],
  ['SERI DELIMA', 'Restoran Seri Delima', ['Restoran Seri Murni']],
])('D-51 %s is %s', (head, typed, others) => {
  expect(verdictOn(head, typed, [typed, ...others])).toMatchObject({ verdict: 'fits' })
})

const CAMPUS = campusOf(['Restoran Sri Mawar', 'Sri Mawar Maju', 'Kafe Biru', 'Mawar', 'MR. D.I.Y. (M) Sdn Bhd'])
test.each([
  ['RESTORAN SRI MAWAR SDN BHD', 'Restoran Sri Mawar'],
  ['SRI MAWAR MAJU ENTERPRISE', 'Sri Mawar Maju'],
  ['KAFE B1RU', 'Kafe Biru'],
  ['MR.D.I.Y. SDN BHD', 'MR. D.I.Y. (M) Sdn Bhd'],
  ['MR. TEH TARIK SDN BHD', undefined],
  ['RESTORAN WAN SHENG', undefined],
  ['KEDAI RUNCIT MAWAR MERAH JAYA', undefined],
])('D-51 of the merchants of a campus %s is %s', (head, name) => {
  expect(matchMerchant(read([head, ...REST]), CAMPUS)?.name).toBe(name)
})

test('D-51 another merchant is named only if the typed one is not on the picture', () => {
  const [result, biru] = [read([HEAD, ...REST]), CAMPUS[2]]
  const verdictFor = (merchant: string) => compareWithPicture(result, { ...right, merchant }, biru).merchant
  expect(verdictFor('Warung Kak Ros')).toMatchObject({ verdict: 'differs', read: 'Kafe Biru', id: 2 })
  expect(verdictFor('Restoran Sri Mawar')).toMatchObject({ verdict: 'fits' })
  expect(compared({ merchant: 'Mawar Maju' }).merchant.verdict).toBe('not_found')
})

test.each(['GOLDEN ARCHES RESTAURANTS SDN BHD', 'G0LDENARCHES RESTAURANTS', 'GERBANG ALAF SHELL MAHKOTA'])(
  'D-51 %s is recognised by a further name of a merchant, and is no other merchant’s',
  (head) => {
    const names = ['Golden Arches Restaurants Sdn Bhd', 'Gerbang Alaf (Shell Mahkota)']
    const result = read([head, ...REST])
    const merchantFor = (typed: object, further_names = names) => {
      const campus = [{ id: 1, name: 'McDonald’s UKM', further_names }]
      return compareWithPicture(result, { ...right, ...typed }, matchMerchant(result, campus)).merchant
    }
    const own = { merchant: 'McDonald’s UKM', merchantId: 1 }
    expect(merchantFor({ ...own, furtherNames: names }).verdict).toBe('fits')
    const differs = { verdict: 'differs', read: 'McDonald’s UKM', id: 1 }
    expect(merchantFor({ merchant: 'Kafe Biru', merchantId: 2 })).toMatchObject(differs)
    expect(merchantFor({ ...own, furtherNames: [] }, []).verdict).not.toBe('fits')
  },
)

/** Whether the only merchant of a campus is recognised by the head of a receipt, and whether it fits as typed. */
function isOnly(name: string, ...head: string[]) {
  const result = read([...head, ...REST])
  const { verdict } = compareWithPicture(result, { ...right, merchant: name, merchantId: 1 }).merchant
  return { matched: matchMerchant(result, [{ id: 1, name }]) !== undefined, fits: verdict === 'fits' }
}

test.each([
  [
    false,
    `K.K. BAKERY → Q.Q. Bakery | K.Q. BAKERY → Q.Q. Bakery | RESTORAN ABU → Restoran Ali
    RESTORAN ALIF → Restoran Ali | RESTORAN ABU MAJU → Restoran Ali Maju | HON HWA HARDWARE TRADING → Hardware Ali
    K TOYS → Q Toys | A.B.C BANGI → K.F.C Bangi | CAFE → M Cafe | 2479 → 鼎泰豐
    SOONHUATMACHINERYENTERPRISE → Soon Lee Trading | KEDAIBUKUCAHAYA → Kafe Biru`,
  ],
  [
    true,
    `Q.Q. BAKERY → Q.Q. Bakery | QQ BAKERY SDN BHD → Q.Q. Bakery | RESTORAN ALI → Restoran Ali
    RESTORANALISDNBHD → Restoran Ali | RESTORAN SRI MAWAR → Sri Mawar | KEDAIBUKUCAHAYASDNBHD → Kedai Buku Cahaya
    Q TOYS → Q Toys | RESTORANALI → Restoran Ali Sdn Bhd | RESTURAN WAN SHENG → Restoran Wan Sheng
    Triple SixPoint Enterprise666 → TRIPLE SIX POINT ENTERPRISE 666 | MR D.I.Y → MR. D.I.Y. (M)
    MR. D.I.Y. (M) SDN BHD → MR D.I.Y | MR.D.I.Y (M) SDN BHD → Mr. DIY | KFC BANGI → K.F.C Bangi
    K.F.C BANGI → KFC Bangi | B.I.G.MART(KL)SDN BHD → B.I.G. Mart (KL) Sdn Bhd | KEDAI BUKU CAHA YA → Kedai Buku Cahaya
    SOONHUATMACHINERYENTERPRISE → Soon Huat Machinery Enterprise | 88SPEEDYM9RT5/B → 88 SPEEDY MART S/B`,
  ],
])('D-51 it is %s that these heads, with common words in them, are the merchants behind them', (isSame, pairs) => {
  const results = pairsIn(pairs).map(([head, name]) => [head, isOnly(name, head)])
  expect(results).toEqual(pairsIn(pairs).map(([head]) => [head, { matched: isSame, fits: isSame }]))
})

test('D-51 a common word alone is a merchant only as the whole row, and a short name only at the head', () => {
  expect(isOnly('The Coffee Shop', 'THE COFFEE SHOP')).toEqual({ matched: false, fits: true })
  expect(isOnly('The Coffee Shop', 'ALI COFFEE SHOP').fits).toBe(false)
  expect(isOnly('Restoran Ali', 'RESTORAN').matched).toBe(false)
  expect(isOnly('Restoran', 'RESTORAN').matched).toBe(false)
  expect(compared({ merchant: 'Warung Kak Ros' }, ['CAFE', ...REST]).merchant.verdict).toBe('not_found')
  expect(isOnly('Restoran Ali', 'RESTORAN ABU', 'TEL: 03-51217970', 'Cashier: ALI').fits).toBe(false)
  expect(isOnly('Restoran Ali', 'RESTORAN', 'ALI', 'TEL: 03-51217970').fits).toBe(true)
  expect(isOnly('MR. D.I.Y. (M)', 'MR. D.I.Y. TOYS').matched).toBe(false)
})

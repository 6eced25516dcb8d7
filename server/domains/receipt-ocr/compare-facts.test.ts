import { describe, expect, test } from 'vitest'
import { createPage } from '../../../tests/support/pictures/ocr-result.ts'
import { compareWithPicture } from './compare-facts.ts'
import { extractFacts } from './facts/extract-facts.ts'
import { matchMerchant } from './facts/merchant-names.ts'
import type { TypedFacts } from './ocr-result.ts'

const lines = [
  'RESTORAN SRI MAWAR SDN BHD',
  'Tax Invoice',
  'INV No.: A1030720 Cashier: Nicole',
  'Date: 05-11-2026 19:02:50',
  'Milo 2 x 2.80 5.60',
  'Take Away 0.40',
  'TOTAL: 6.00',
  'CASH: 10.00',
  'CHANGE: 4.00',
]
const right: TypedFacts = {
  amountSen: 600,
  date: '2026-11-05',
  invoice: 'A1030720',
  merchant: 'Restoran Sri Mawar',
  merchantId: 0,
}

function compared(typed: Partial<TypedFacts>, print = lines) {
  const { amount, date, invoice, merchant } = compareWithPicture(
    extractFacts([createPage(print), createPage(print)], '2026-11-21'),
    {
      ...right,
      ...typed,
    },
  )
  return { amount, date, invoice, merchant }
}

test('D-51 facts typed as printed fit, each with its place', () => {
  const all = Object.values(compared({}))
  expect(all.map(({ verdict }) => verdict)).toEqual(['fits', 'fits', 'fits', 'fits'])
  expect(all.every(({ box }) => box !== undefined)).toBe(true)
})

test.each([
  ['amount', { amountSen: 800 }, 600],
  ['date', { date: '2026-11-06' }, '2026-11-05'],
  ['invoice', { invoice: 'A1030726' }, 'A1030720'],
  ['merchant', { merchant: 'Kafe Biru' }, 'RESTORAN SRI MAWAR SDN BHD'],
] as const)('D-51 another %s differs, and what is read is said', (field, typed, read) => {
  expect(compared(typed)[field]).toMatchObject({ verdict: 'differs', read })
})

test.each(['amount', 'date', 'invoice', 'merchant'] as const)(
  'D-51 a %s that is not on the picture is not found',
  (field) => {
    expect(compared({}, ['THANK YOU', 'PLEASE COME AGAIN'])[field]).toEqual({ verdict: 'not_found' })
  },
)

test('D-51 a name printed on two lines fits', () => {
  const print = ['RESTORAN SRI', 'MAWAR SDN BHD', ...lines.slice(1)]
  expect(compared({}, print).merchant).toMatchObject({ verdict: 'fits', read: 'Restoran Sri Mawar' })
})

const ADDRESS = ['Lot 1, Jalan 7', 'Taman Maju', '43000 Kajang', 'Selangor']

test.each([
  ['thanks to customers above it', ['Terima kasih kepada pelanggan', 'RESTORAN SRI MAWAR', ...lines.slice(1)]],
  ['the payee of a payment', [...lines.slice(1), 'Bayar kepada', 'RESTORAN SRI MAWAR']],
  ['a customer in the row above', ['Bill To: Walk-in Customer', 'RESTORAN SRI MAWAR', ...lines.slice(1)]],
  ['a time beside it', ['RESTORAN SRI MAWAR 10.14', ...lines.slice(1)]],
])('D-51 the name of the shop fits with %s', (_what, print) => {
  expect(compared({}, print).merchant).toMatchObject({ verdict: 'fits' })
})

test('D-51 a name that is read only beside a customer is neither found nor another one', () => {
  const print = ['Bill To: ALI From: RESTORAN SRI MAWAR', ...lines.slice(1)]
  expect(compared({}, print).merchant.verdict).toBe('not_found')
})

test.each([
  ['customer', ['PEMBORONG TIMUR SDN BHD', 'INVOICE', 'Bill To:', 'RESTORAN SRI MAWAR', ...lines.slice(2)]],
  ['customer in Malay', ['PEMBORONG TIMUR SDN BHD', 'Kepada: RESTORAN SRI MAWAR', ...lines.slice(1)]],
  [
    'product',
    ['PEMBORONG TIMUR SDN BHD', ...lines.slice(1, 4), ...ADDRESS, 'Sri Mawar sambal 5.60', ...lines.slice(4)],
  ],
])('D-51 the name of a %s is not that of the shop', (_what, print) => {
  expect(compared({}, print).merchant).toMatchObject({ verdict: 'differs', read: 'PEMBORONG TIMUR SDN BHD' })
})

test('D-51 a name that is half on the picture does not differ', () => {
  expect(compared({ merchant: 'Mawar Maju' }).merchant.verdict).toBe('not_found')
})

test('D-51 the price of one item is not the total', () => {
  expect(compared({ amountSen: 560 }).amount).toMatchObject({ verdict: 'differs', read: 600 })
})

describe('an amount in another role', () => {
  const till = ['MINERAL WATER 2 x 2.20 4.40', 'PRICE OVERRIDE 1.84-', 'SUBTOTAL 2.56']
  const paid = ['CASH 50.55', 'ROUNDING ADJUSTMENT 0.01', 'CHANGE 48.00', 'SST 6% 2.42 0.14']
  const without = ['MINERAL WATER 2 x 2.20 4.40', 'CASH 50.55', 'SST 6% 2.42 0.14']

  test.each([
    ['cash', 5055],
    ['change', 4800],
    ['price of an item', 440],
    ['unit price', 220],
    ['discount', 184],
    ['tax', 14],
    ['amount before tax', 242],
  ])('D-51 the %s typed as the amount is not a match', (_role, amountSen) => {
    expect(compared({ amountSen }, [...till, 'TOTAL (SST INCL) 2.56', ...paid]).amount.verdict).toBe('differs')
    expect(compared({ amountSen }, without).amount).toEqual({ verdict: 'not_found' })
  })

  test.each([
    ['subtotal', ['KOPI 5.60', 'SUBTOTAL 5.60', 'SERVICE CHARGE 0.56', 'TOTAL 6.16'], 560],
    ['amount before rounding', ['KOPI 6.16', 'TOTAL 6.16', 'ROUNDING -0.01', 'GRAND TOTAL 6.15'], 616],
  ])('D-51 the %s typed as the amount differs from the total', (_role, print, amountSen) => {
    expect(compared({ amountSen }, print).amount.verdict).toBe('differs')
  })

  test('D-51 an amount labelled only as cash or subtotal is not taken for the total', () => {
    expect(compared({ amountSen: 5055 }, ['KOPI 5.60', 'CASH 50.55']).amount).toEqual({ verdict: 'not_found' })
    expect(compared({ amountSen: 560 }, ['KOPI 5.60', 'SUBTOTAL 5.60']).amount).toEqual({ verdict: 'not_found' })
  })
})

test('D-51 a number fits however its parts are separated and its characters were read', () => {
  expect(compared({ invoice: 'a 1030-720' }).invoice.verdict).toBe('fits')
  expect(compared({ invoice: 'AIO3O72O' }).invoice.verdict).toBe('fits')
})

test.each([
  ['INV0042', '0042'],
  ['INV-0042', '42'],
  ['CS 00031 / A7', '000317'],
  ['Invoice No: 18301/T0305', '0305'],
])('D-51 D-42 of the number %s the digits %s are typed', (line, invoice) => {
  const { verdict } = compared({ invoice }, ['KEDAI BUKU CAHAYA SDN BHD', line]).invoice
  expect(verdict).not.toBe('differs')
})

test.each([
  ['INV0042', '0042'],
  ['INV 00042', '42'],
  ['A12-B345', '12345'],
])('D-51 D-42 the number %s fits as %s', (line, invoice) => {
  expect(compared({ invoice }, [`Bill No: ${line}`]).invoice.verdict).toBe('fits')
})

test('D-51 text beside a number is not a part of it', () => {
  expect(compared({ invoice: '301245' }, ['Bill No: 30 TABLE 1245']).invoice.verdict).not.toBe('fits')
})

describe('another date on the receipt', () => {
  const print = ['KEDAI BUKU CAHAYA', 'Date: 05/11/2026 19:02', 'Valid from 06/11/2026']

  test('D-51 differs if the date of the receipt is clear', () => {
    expect(compared({ date: '2026-11-06' }, print).date).toMatchObject({ verdict: 'differs', read: '2026-11-05' })
    expect(compared({ date: '2026-11-05' }, print).date.verdict).toBe('fits')
  })

  test('D-51 fits if it is not clear which one is the date of the receipt', () => {
    const unclear = ['KEDAI BUKU CAHAYA', 'Date: 05/11/2026', 'Date: 06/11/2026']
    for (const date of ['2026-11-05', '2026-11-06']) expect(compared({ date }, unclear).date.verdict).toBe('fits')
    const misread = ['KEDAI BUKU CAHAYA', 'Date: O5/1l/2026', '06/11/2026']
    for (const date of ['2026-11-05', '2026-11-06']) expect(compared({ date }, misread).date.verdict).toBe('fits')
  })
})

describe('a merchant whose name is a part of another’s', () => {
  const verdictOf = (head: string, names: string[], typed: string) => {
    const result = extractFacts(
      [createPage([head, ...lines.slice(1)]), createPage([head, ...lines.slice(1)])],
      '2026-11-21',
    )
    const campus = names.map((name, index) => ({ id: index + 1, name }))
    const merchantId = names.indexOf(typed) + 1
    return compareWithPicture(result, { ...right, merchant: typed, merchantId }, matchMerchant(result, campus)).merchant
  }

  test.each([
    ['RESTORAN SRI MAWAR SDN BHD', 'Mawar', 'Restoran Sri Mawar'],
    ['SRI MAWAR', 'Mawar', 'Sri Mawar'],
    ['KOPI KITA MAJU ENTERPRISE', 'Kopi Kita', 'Kopi Kita Maju'],
  ])('D-51 %s is not %s', (head, typed, named) => {
    expect(verdictOf(head, [typed, named], typed)).toMatchObject({ verdict: 'differs', read: named, id: 2 })
    expect(verdictOf(head, [typed, named], named)).toMatchObject({ verdict: 'fits' })
  })

  test.each([
    ['KOPI KITA', ['Kopi Kita', 'KOPI KITA SDN BHD']],
    ['KAFE MURNI', ['Kafe Murni', 'Kafe Murniy']],
    ['KAFE MURNI', ['Kafe Murni', 'Kafe-Murni Sdn Bhd', 'KafeMurni']],
    ['RESTORAN SRI MAWAR', ['Restoran Sri Mawar', 'Restoran Sri Mawar Dua']],
  ])('D-51 %s fits the right one of the same or nearly the same names', (head, names) => {
    expect(verdictOf(head, names, names[0] ?? '').verdict).toBe('fits')
  })
})

describe('another active merchant', () => {
  const campus = ['Restoran Sri Mawar', 'Sri Mawar Maju', 'Kafe Biru', 'Mawar', 'MR. D.I.Y. (M) Sdn Bhd'].map(
    (name, id) => ({ id, name }),
  )
  const named = (head: string) => {
    const print = [head, ...lines.slice(1)]
    return matchMerchant(extractFacts([createPage(print), createPage(print)], '2026-11-21'), campus)?.name
  }

  test.each([
    ['RESTORAN SRI MAWAR SDN BHD', 'Restoran Sri Mawar'],
    ['SRI MAWAR MAJU ENTERPRISE', 'Sri Mawar Maju'],
    ['KAFE B1RU', 'Kafe Biru'],
    ['MR. D.I.Y. (M) SDN BHD', 'MR. D.I.Y. (M) Sdn Bhd'],
    ['MR.D.I.Y. SDN BHD', 'MR. D.I.Y. (M) Sdn Bhd'],
    ['MR. TEH TARIK SDN BHD', undefined],
    ['RESTORAN WAN SHENG', undefined],
    ['KEDAI RUNCIT MAWAR MERAH JAYA', undefined],
  ])('D-51 %s is %s', (head, name) => {
    expect(named(head)).toBe(name)
  })

  test('D-51 is found if the typed one is not on the picture', () => {
    const result = extractFacts([createPage(lines), createPage(lines)], '2026-11-21')
    const [, , biru] = campus
    const typed = { ...right, merchant: 'Warung Kak Ros' }
    expect(compareWithPicture(result, typed, biru).merchant).toMatchObject({
      verdict: 'differs',
      read: 'Kafe Biru',
      id: 2,
    })
    expect(compareWithPicture(result, right, biru).merchant).toMatchObject({ verdict: 'fits' })
  })
})

describe('two merchants with nearly the same name', () => {
  const verdictOf = (head: string[], typed: string, names: string[]) => {
    const page = createPage([...head, ...lines.slice(1)])
    const result = extractFacts([page], '2026-11-21')
    const campus = names.map((name, id) => ({ id, name }))
    const given = { ...right, merchant: typed, merchantId: names.indexOf(typed) }
    return compareWithPicture(result, given, matchMerchant(result, campus)).merchant
  }

  test.each([
    ['PASIR EMAS HARDWARE', 'Pasir Mas Hardware Trading', 'Pasir Emas Hardware'],
    ['PASIR MAS HARDWARE TRADING', 'Pasir Emas Hardware', 'Pasir Mas Hardware Trading'],
    ['PASIREMASHARDWARE', 'Pasir Mas Hardware Trading', 'Pasir Emas Hardware'],
    ['RESTORAN ALIF', 'Restoran Ali', 'Restoran Alif'],
    ['KEDAI BUKU CAHAYA', 'Kedai Buku Cahaja', 'Kedai Buku Cahaya'],
    ['MENARA KOPI BARU', 'Menara Kopi Biru', 'Menara Kopi Baru'],
    ['SERI MURNI DELIMA CAFE', 'Seri Murni Dalima', 'Seri Murni Delima'],
  ])('D-51 %s is not %s', (head, typed, named) => {
    for (const names of [
      [typed, named],
      [named, typed],
    ]) {
      expect(verdictOf([head], typed, names)).toMatchObject({ verdict: 'differs', read: named })
      expect(verdictOf([head], named, names)).toMatchObject({ verdict: 'fits' })
    }
  })

  test.each([
    ['PASIR MAS HARDWARE', 'Pasir Mas Hardware Trading', ['Pasir Emas Hardware', 'Kedai Pasir']],
    ['PASlR MA5 HARDWARE', 'Pasir Mas Hardware Trading', ['Hon Hwa Hardware']],
    ['MENARA DELIMA', 'Menara Delima Cafe', ['Menara Kita']],
    ['SERI DELIMA', 'Restoran Seri Delima', ['Restoran Seri Murni']],
  ])('D-51 %s is %s', (head, typed, others) => {
    expect(verdictOf([head], typed, [typed, ...others])).toMatchObject({ verdict: 'fits' })
  })
})

describe('further names of a merchant', () => {
  const further_names = ['Golden Arches Restaurants Sdn Bhd', 'Gerbang Alaf (Shell Mahkota)']
  const verdictOf = (head: string, names: string[]) => {
    const result = extractFacts([createPage([head, ...lines.slice(1)])], '2026-11-21')
    const merchant = { id: 1, name: 'McDonald’s UKM', further_names: names }
    const other = { id: 2, name: 'Kafe Biru' }
    const typed = { ...right, merchant: merchant.name, merchantId: 1, furtherNames: names }
    const found = matchMerchant(result, [merchant, other])
    const asOther = { ...right, merchant: other.name, merchantId: 2 }
    return [
      compareWithPicture(result, typed, found).merchant.verdict,
      compareWithPicture(result, asOther, found).merchant,
    ] as const
  }

  test.each(['GOLDEN ARCHES RESTAURANTS SDN BHD', 'G0LDENARCHES RESTAURANTS', 'GERBANG ALAF SHELL MAHKOTA'])(
    'D-51 %s is recognised by one of them, and is no other merchant’s',
    (head) => {
      const [own, others] = verdictOf(head, further_names)
      expect(own).toBe('fits')
      expect(others).toMatchObject({ verdict: 'differs', read: 'McDonald’s UKM', id: 1 })
      expect(verdictOf(head, [])[0]).not.toBe('fits')
    },
  )
})

describe('shops with a common word in their names', () => {
  const compare = (head: string[], name: string) => {
    const page = createPage([...head, ...lines.slice(1)])
    const result = extractFacts([page], '2026-11-21')
    const matched = matchMerchant(result, [{ id: 1, name }])?.name
    const { verdict } = compareWithPicture(result, { ...right, merchant: name, merchantId: 1 }).merchant
    return { matched, verdict }
  }

  test.each([
    ['K.K. BAKERY', 'Q.Q. Bakery'],
    ['K.Q. BAKERY', 'Q.Q. Bakery'],
    ['RESTORAN ABU', 'Restoran Ali'],
    ['RESTORAN ALIF', 'Restoran Ali'],
    ['RESTORAN ABU MAJU', 'Restoran Ali Maju'],
    ['HON HWA HARDWARE TRADING', 'Hardware Ali'],
    ['K TOYS', 'Q Toys'],
    ['A.B.C BANGI', 'K.F.C Bangi'],
    ['CAFE', 'M Cafe'],
    ['2479', '鼎泰豐'],
  ])('D-51 %s is not %s', (head, name) => {
    const { matched, verdict } = compare([head], name)
    expect([matched, verdict === 'fits']).toEqual([undefined, false])
  })

  test('D-51 a short name elsewhere on the receipt is not that of the shop', () => {
    expect(compare(['RESTORAN ABU', 'TEL: 03-51217970', 'Cashier: ALI'], 'Restoran Ali').verdict).not.toBe('fits')
    expect(compare(['RESTORAN', 'ALI', 'TEL: 03-51217970'], 'Restoran Ali').verdict).toBe('fits')
  })

  test('D-51 a name of common words alone fits if it is the whole row', () => {
    expect(compare(['THE COFFEE SHOP'], 'The Coffee Shop')).toEqual({ matched: undefined, verdict: 'fits' })
    expect(compare(['ALI COFFEE SHOP'], 'The Coffee Shop').verdict).not.toBe('fits')
  })

  test('D-51 the toy shop of a chain is not its other shop', () => {
    expect(compare(['MR. D.I.Y. TOYS'], 'MR. D.I.Y. (M)').matched).toBeUndefined()
  })

  test.each([
    ['Q.Q. BAKERY', 'Q.Q. Bakery'],
    ['QQ BAKERY SDN BHD', 'Q.Q. Bakery'],
    ['RESTORAN ALI', 'Restoran Ali'],
    ['RESTORANALISDNBHD', 'Restoran Ali'],
    ['RESTORAN SRI MAWAR', 'Sri Mawar'],
    ['KEDAIBUKUCAHAYASDNBHD', 'Kedai Buku Cahaya'],
    ['Q TOYS', 'Q Toys'],
    ['RESTORANALI', 'Restoran Ali Sdn Bhd'],
    ['RESTURAN WAN SHENG', 'Restoran Wan Sheng'],
    ['Triple SixPoint Enterprise666', 'TRIPLE SIX POINT ENTERPRISE 666'],
    ['MR D.I.Y', 'MR. D.I.Y. (M)'],
    ['MR. D.I.Y. (M) SDN BHD', 'MR D.I.Y'],
    ['MR.D.I.Y (M) SDN BHD', 'Mr. DIY'],
    ['KFC BANGI', 'K.F.C Bangi'],
    ['K.F.C BANGI', 'KFC Bangi'],
  ])('D-51 %s is %s', (head, name) => {
    expect(compare([head], name)).toEqual({ matched: name, verdict: 'fits' })
  })

  test.each(['Restoran Ali', 'Restoran'])('D-51 a common word alone is not %s', (name) => {
    expect(compare(['RESTORAN'], name).matched).toBeUndefined()
  })

  test('D-51 a common word alone is not another merchant', () => {
    expect(compare(['CAFE'], 'Warung Kak Ros').verdict).toBe('not_found')
  })
})

import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { getElementById: () => null })
const { beginsWith, checkbox, choice, count, inputOf, line, lines, merchants, picture, valuesOf } = await import(
  './fields.tsx'
)

type Shop = { logo_key: string | null; logo_url: string | null }

const fields = {
  name: line('Name'),
  stock: count('Stock'),
  days: beginsWith(() => '14', count('Days')),
  people: lines('People', 100, 2, /[\s,;]+/),
  role: choice('Role', [{ value: 'reviewer', name: 'Reviewer' }], 'reviewer'),
  is_active: checkbox('Active', true),
  logo_key: picture('Logo', 'logo', (shop: Shop) => [shop.logo_key, shop.logo_url]),
  merchant_ids: merchants('Merchants'),
}

test('a form begins empty, or with what is common, for a new record', () => {
  expect(valuesOf(fields, undefined)).toEqual({
    ...{ name: '', stock: '', days: '14', people: '', role: 'reviewer' },
    ...{ is_active: true, logo_key: null, merchant_ids: [] },
  })
})

test('a form begins with the record, and sends what was typed as the call takes it', () => {
  const shop = {
    ...{ name: 'Kopi Kita', stock: null, days: 7, people: ['a@campus.edu.my', 'b@campus.edu.my'], role: 'reviewer' },
    ...{ is_active: false, logo_key: 'kopi.webp', logo_url: '/media/kopi.webp', merchants: [{ id: 3, name: 'Kita' }] },
  }
  const values = valuesOf(fields, shop)
  expect(values).toMatchObject({ name: 'Kopi Kita', stock: '', days: '7', is_active: false })
  expect(inputOf(fields, { ...values, days: ' 8 ', people: 'a@campus.edu.my, c@campus.edu.my\n' })).toEqual({
    ...{ name: 'Kopi Kita', stock: '', days: '8', people: ['a@campus.edu.my', 'c@campus.edu.my'], role: 'reviewer' },
    ...{ is_active: false, logo_key: 'kopi.webp', merchant_ids: [3] },
  })
})

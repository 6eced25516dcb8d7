import { expect, test } from 'vitest'
import { findStampOrigins } from './stampOrigins.ts'

const shop = (id: number) => ({ id, merchant: `Shop ${id}`, purchase_amount: '10.00' })
const entry = (stamps: number, id?: number) => ({
  kind: id === undefined ? 'correction' : stamps < 0 ? 'undo' : 'approval',
  stamps,
  submission: id === undefined ? null : shop(id),
})
const ofWithdrawn = (stamps: number) => ({ ...entry(stamps), kind: stamps < 0 ? 'undo' : 'approval' })
const ofVoucher = (stamps: number, id: number) => ({
  ...entry(stamps),
  kind: stamps < 0 ? 'redemption' : 'redemption_return',
  voucher: { id, title: `Reward ${id}` },
})
const shopsOf = (balance: number, entries: ReturnType<typeof entry>[]) => {
  const { of, known } = findStampOrigins(balance, entries)
  return { shops: Array.from({ length: Math.max(0, balance) }, (_, at) => of.get(at + 1)?.id), known }
}

test('S-2.13 each stamp belongs to the receipt that gave it', () => {
  expect(shopsOf(5, [entry(2, 8), entry(3, 7)])).toEqual({ shops: [7, 7, 7, 8, 8], known: 1 })
})

test('S-2.13 stamps that a manager added have no receipt', () => {
  expect(shopsOf(3, [entry(1, 8), entry(2)])).toEqual({ shops: [undefined, undefined, 8], known: 1 })
})

test('S-2.13 a reversal takes the stamps of its own receipt, also if the receipt is approved again', () => {
  expect(shopsOf(3, [entry(-2, 7), entry(3, 8), entry(2, 7)]).shops).toEqual([8, 8, 8])
  expect(shopsOf(5, [entry(2, 7), entry(-2, 7), entry(3, 8), entry(2, 7)]).shops).toEqual([8, 8, 8, 7, 7])
})

test('D-102 a withdrawn receipt takes back its own stamps, not those of others', () => {
  expect(shopsOf(3, [ofWithdrawn(-2), entry(3, 8), ofWithdrawn(2)]).shops).toEqual([8, 8, 8])
  expect(shopsOf(1, [ofWithdrawn(-2), entry(-2), entry(3, 8), ofWithdrawn(2)]).shops).toEqual([8])
})

test('S-2.13 an adjustment takes the latest stamps', () => {
  expect(shopsOf(2, [entry(-3), entry(1, 8), entry(4, 7)]).shops).toEqual([7, 7])
})

test('S-2.13 stamps that filled a negative balance are on no card', () => {
  expect(shopsOf(1, [entry(4, 8), entry(-5), entry(2, 7)]).shops).toEqual([8])
  expect(shopsOf(-3, [entry(-5), entry(2, 7)])).toEqual({ shops: [], known: 1 })
})

test('S-2.13 stamps of entries that are not loaded yet are unknown', () => {
  expect(shopsOf(4, [entry(1, 8)])).toEqual({ shops: [undefined, undefined, undefined, 8], known: 4 })
})

test('R-2.04 a claimed reward takes the latest stamps', () => {
  expect(shopsOf(2, [ofVoucher(-2, 1), entry(2, 8), entry(2, 7)]).shops).toEqual([7, 7])
  expect(shopsOf(3, [entry(1, 9), ofVoucher(-2, 1), entry(2, 8), entry(2, 7)]).shops).toEqual([7, 7, 9])
})

test('R-2.04 a returned voucher gives its own stamps back, not those of another', () => {
  expect(shopsOf(4, [ofVoucher(2, 1), ofVoucher(-2, 1), entry(2, 8), entry(2, 7)]).shops).toEqual([7, 7, 8, 8])
  const twoClaimed = [ofVoucher(1, 1), ofVoucher(-2, 2), ofVoucher(-1, 1), entry(2, 8), entry(2, 7)]
  expect(shopsOf(2, twoClaimed).shops).toEqual([7, 7])
})

test('R-2.04 stamps that were earned between a claim and its return stay where they are', () => {
  const entries = [ofVoucher(2, 1), entry(1, 9), ofVoucher(-2, 1), entry(2, 8), entry(2, 7)]
  expect(shopsOf(5, entries).shops).toEqual([7, 7, 8, 8, 9])
})

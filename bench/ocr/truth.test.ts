import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/server/temporary-folder.ts'
import { truthsIn } from './truth.ts'

const folder = await temporaryFolder()

function measured(written: object, files: string[]) {
  for (const file of files) writeFileSync(join(folder, file), '')
  writeFileSync(join(folder, 'truth.json'), `\uFEFF${JSON.stringify(written)}`)
  return truthsIn(folder)
}
/** The receipts with these totals, or dates, in order; those that are left out are missing. */
function measuredEach(field: 'total' | 'date', values: unknown[]) {
  const named = values.map((value, at) => [`${field}-${at}`, { ...plain, [field]: value }] as const)
  return measured(
    Object.fromEntries(named),
    named.map(([name]) => `${name}.jpg`),
  )
}
const plain = { company: 'KEDAI', date: '05/11/2018', total: '31.00', address: 'JALAN', items: [1] }

test('D-51 totals and dates may be written in many ways, and are skipped if they are none', () => {
  const totals = ['31.00', 'RM 31.00', 'RM1,234.50', '$8.2', 'RM. 7', '1 007.50', 12.5, '12,50', '', 'n/a', null]
  const byTotal = measuredEach('total', totals)
  expect(byTotal.truths.map(({ sen }) => sen)).toEqual([3100, 3100, 123_450, 820, 700, 100_750, 1250])
  expect(byTotal.leftOut).toHaveLength(4)
  const dates = ['05/11/2018', '5-11-18', '20181105', '2018-11-05', '05 NOV 2018', "5NOV'18", '05/11/2018 19:02']
  const byDate = measuredEach('date', [...dates, '31/02/2018', '', undefined])
  expect(byDate.truths.map(({ day }) => day)).toEqual(Array(7).fill('2018-11-05'))
  expect(byDate.leftOut).toHaveLength(3)
})

test('D-51 pictures of every format are found, by names with another ending, in capitals or not; others are reported', () => {
  const named = ['a', 'b', 'c', 'd.png', 'e', 'f', 'i.jpg', 'j.JPG', 'K.jpeg']
  const files = ['a.PNG', 'b.webp', 'c.heic', 'c.jpg', 'd.png', 'e.txt', 'g.jpg', 'h.jpg', 'i.HEIC', 'J.jpg', 'k.JPG']
  const written = { ...Object.fromEntries(named.map((name) => [name, plain])), g: null, h: 'x' }
  const { truths, leftOut } = measured(written, files)
  const found = ['a.PNG', 'b.webp', 'c.jpg', 'd.png', 'i.HEIC', 'J.jpg', 'k.JPG']
  expect(truths.map(({ picture }) => picture)).toEqual(found.map((name) => join(folder, name)))
  expect(leftOut).toEqual([
    'e is left out: it has no picture',
    'f is left out: it has no picture',
    'g is left out: its total is ""',
    'h is left out: its total is ""',
  ])
  expect(() => measured([], [])).toThrow('truth.json does not hold receipts by name')
})

test('D-51 a receipt has the number and the time of truth.json, or else the known ones of the forty', () => {
  const written = {
    '041': { ...plain, total: '174.90' },
    '068': { ...plain, total: '3.20', invoice: 7636, time: '9:05:11' },
    '073': { ...plain, total: '79.50', time: 'noon' },
    '078': { ...plain, total: '31.00' },
  }
  const { truths } = measured(written, ['041.jpg', '068.jpg', '073.jpg', '078.jpg'])
  expect(truths.map(({ id, invoice, time, others }) => [id, invoice, time, others?.cash])).toEqual([
    ['041', 'POS01/00012379', '22:58', [20_000]],
    ['068', '7636', '09:05', [520]],
    ['073', 'CS-20242', undefined, [10_000]],
    ['078', undefined, undefined, undefined],
  ])
})

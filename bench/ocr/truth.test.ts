import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { truthsIn } from './truth.ts'

const folder = mkdtempSync(join(tmpdir(), 'stampus-truth-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function measured(written: object, files: string[]) {
  for (const file of files) writeFileSync(join(folder, file), '')
  writeFileSync(join(folder, 'truth.json'), JSON.stringify(written))
  return truthsIn(folder)
}

const plain = { company: 'KEDAI', date: '05/11/2018', total: '31.00' }

test.each([
  ['31.00', 3100],
  ['RM 31.00', 3100],
  ['RM1,234.50', 123_450],
  ['$8.2', 820],
  ['RM. 7', 700],
  ['1 007.50', 100_750],
  [12.5, 1250],
  ['12,50', undefined],
  ['', undefined],
  ['n/a', undefined],
  [null, undefined],
])('D-51 a total written %j is %s sen, or its receipt is skipped', (total, sen) => {
  const { truths, leftOut } = measured({ 'total-1': { ...plain, total } }, ['total-1.jpg'])
  expect([truths[0]?.sen, leftOut.length]).toEqual([sen, sen === undefined ? 1 : 0])
})

test.each([
  ['05/11/2018', '2018-11-05'],
  ['5-11-18', '2018-11-05'],
  ['20181105', '2018-11-05'],
  ['2018-11-05', '2018-11-05'],
  ['05 NOV 2018', '2018-11-05'],
  ["5NOV'18", '2018-11-05'],
  ['05/11/2018 19:02', '2018-11-05'],
  ['31/02/2018', undefined],
  ['', undefined],
  [undefined, undefined],
])('D-51 a date written %j is %s, or its receipt is skipped', (date, day) => {
  const { truths, leftOut } = measured({ 'date-1': { ...plain, date } }, ['date-1.jpg'])
  expect([truths[0]?.day, leftOut.length]).toEqual([day, day === undefined ? 1 : 0])
})

test('D-51 pictures of every format are found, and receipts without one are reported', () => {
  const named = ['a', 'b', 'c', 'd.png', 'e', 'f']
  const { truths, leftOut } = measured({ ...Object.fromEntries(named.map((name) => [name, plain])), g: null, h: 'x' }, [
    'a.PNG',
    'b.webp',
    'c.heic',
    'c.jpg',
    'd.png',
    'e.txt',
    'g.jpg',
    'h.jpg',
  ])
  expect(truths.map(({ picture }) => picture)).toEqual(
    ['a.PNG', 'b.webp', 'c.jpg', 'd.png'].map((name) => join(folder, name)),
  )
  expect(leftOut).toEqual([
    'e is left out: it has no picture',
    'f is left out: it has no picture',
    'g is left out: its total is ""',
    'h is left out: its total is ""',
  ])
})

test('D-51 a picture is found by its name with another ending, in capitals or not', () => {
  const { truths } = measured({ 'i.jpg': plain, 'j.JPG': plain, 'K.jpeg': plain }, ['i.HEIC', 'J.jpg', 'k.JPG'])
  expect(truths.map(({ picture }) => picture)).toEqual(['i.HEIC', 'J.jpg', 'k.JPG'].map((name) => join(folder, name)))
})

test('D-51 a receipt has the number and the time of truth.json, or else the known ones of the forty', () => {
  const { truths } = measured(
    {
      '041': { ...plain, total: '174.90' },
      '068': { ...plain, total: '3.20', invoice: 7636, time: '9:05:11' },
      '073': { ...plain, total: '79.50', time: 'noon' },
      '078': { ...plain, total: '31.00' },
    },
    ['041.jpg', '068.jpg', '073.jpg', '078.jpg'],
  )
  expect(truths.map(({ id, invoice, time }) => [id, invoice, time])).toEqual([
    ['041', 'POS01/00012379', '22:58'],
    ['068', '7636', '09:05'],
    ['073', 'CS-20242', undefined],
    ['078', undefined, undefined],
  ])
  expect(truths.map(({ others }) => others?.cash)).toEqual([[20_000], [520], [10_000], undefined])
})

test('D-51 other fields and a byte order mark are ignored', () => {
  writeFileSync(join(folder, 'l.jpg'), '')
  writeFileSync(
    join(folder, 'truth.json'),
    `\uFEFF${JSON.stringify({ l: { ...plain, address: 'JALAN', items: [1] } })}`,
  )
  expect(truthsIn(folder)).toMatchObject({ truths: [{ id: 'l', sen: 3100 }], leftOut: [] })
})

test('D-51 a folder without receipts by name is an error', () => {
  expect(() => measured([], [])).toThrow('truth.json does not hold receipts by name')
})

import { expect, test } from 'vitest'
import { extractFacts } from '../../server/domains/receipt-ocr/facts/extract-facts.ts'
import { createPage, rowsIn } from '../../tests/support/pictures/ocr-result.ts'
import { slipOf } from './drawn.ts'
import { NARROWEST } from './drawn-till.ts'

const slips = Array.from({ length: 200 }, (_, seed) => slipOf(seed))
const text = (slip: (typeof slips)[number]) =>
  slip.lines.map(({ cells }) => cells.map((cell) => cell.text).join(' ')).join('\n')
const printed = (sen: number) => `${Math.floor(sen / 100)}.${String(sen % 100).padStart(2, '0')}`

test('D-51 a drawn receipt prints all of its facts', () => {
  for (const slip of slips) {
    const { sen, invoice, merchant, others = {} } = slip.truth
    for (const amount of [sen, ...Object.values(others).flat()]) expect(text(slip)).toContain(printed(amount))
    expect(text(slip)).toContain(invoice)
    expect(text(slip).toUpperCase()).toContain(merchant.toUpperCase())
  }
})

test('D-51 a drawn receipt is always the same, the next one differs, and its texts do not overlap', () => {
  expect(slipOf(7)).toEqual(slips[7])
  expect(new Set(slips.map(text)).size).toBe(slips.length)
  const signs = slips.flatMap(({ lines }) =>
    lines.map(({ cells, style }) => cells.map((cell) => cell.text).join('').length * (style === 'wide' ? 2 : 1)),
  )
  expect(Math.max(...signs)).toBeLessThanOrEqual(NARROWEST)
})

test('D-51 no drawn receipt contradicts itself or is called another paper, and most repainted ones contradict themselves', () => {
  const read = (print: string[]) => extractFacts([createPage(print)], '2026-11-21')
  const [honest, repainted] = [[] as string[], [] as string[]]
  for (const slip of slips) {
    const { id, sen } = slip.truth
    const rows = rowsIn(text(slip)).filter((row) => /\w/.test(row))
    const { paper, sums } = read(rows)
    if (!paper && !sums?.differs.length) honest.push(id)
    const result = read(rows.map((row) => row.replaceAll(printed(sen), printed(sen + 10_000))))
    if (result.sums?.differs.length || result.total?.value !== sen + 10_000) repainted.push(id)
  }
  expect([honest.length, repainted.length > 170]).toEqual([slips.length, true])
})

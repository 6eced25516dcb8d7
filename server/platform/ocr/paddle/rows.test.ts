import { expect, test } from 'vitest'
import type { Line } from './recognition.ts'
import { groupIntoRows } from './rows.ts'

const PAGE = { width: 1000, height: 2000 }

/** A line whose characters are three steps apart; a `|` adds three more steps and is not printed. */
function line(text: string, at: { x: number; y: number; radians?: number; height?: number }): Line {
  let step = 1
  const characters = [...text].flatMap((char) => {
    step += 3
    return char === '|' ? [] : [{ char, step, confidence: 0.9 }]
  })
  const box = { radians: 0, height: 30, ...at, length: (step + 3) * 6 }
  return { box, characters, steps: step + 3 }
}

test.each([0, 0.15])(
  'D-51 lines side by side on a page skewed by %s are one row, from left to right, and rows come from top to bottom',
  (radians) => {
    const at = (x: number, y: number) => ({ x, y: y + Math.tan(radians) * x, radians })
    const lines = [line('12.50', at(800, 500)), line('CASH', at(200, 545)), line('TOTAL', at(200, 500))]
    const rows = groupIntoRows([...lines, line('20.00', at(800, 545))], PAGE)
    expect(rows.map(({ text }) => text)).toEqual(['TOTAL 12.50', 'CASH 20.00'])
  },
)

test('D-51 words end at spaces and at wide gaps, and each has its box', () => {
  const [row] = groupIntoRows([line('03/03/2018|10:58 PM', { x: 500, y: 500 })], PAGE)
  expect(row?.words.map(({ text }) => text)).toEqual(['03/03/2018', '10:58', 'PM'])
  const [date, time] = row?.words ?? []
  expect((date?.box.left ?? 0) + (date?.box.width ?? 1)).toBeLessThan(time?.box.left ?? 0)
})

test('D-51 a page that is upside down is read from its lower edge', () => {
  const radians = Math.PI
  const lines = [line('TOTAL', { x: 800, y: 500, radians }), line('12.50', { x: 200, y: 500, radians })]
  const rows = groupIntoRows([...lines, line('SHOP', { x: 500, y: 900, radians })], PAGE)
  expect(rows.map(({ text }) => text)).toEqual(['SHOP', 'TOTAL 12.50'])
})

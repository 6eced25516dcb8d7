import { expect, test } from 'vitest'
import { read } from './tree.ts'

const sheet = read('ui/tokens.css')
const [light = '', dark = ''] = sheet.split('prefers-color-scheme: dark')

/** Red, green and blue of a colour, each from 0 to 1. */
function partsOf(theme: string, name: string): number[] {
  const [, hex = ''] = new RegExp(`--color-${name}: #([0-9a-f]{6});`).exec(theme) ?? []
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
}

/** In degrees: red about 0, yellow 45 to 60, green about 90 to 170. */
function hue(theme: string, name: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(theme, name)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const sixth = most === red ? green - blue : most === green ? blue - red : red - green
  const turn = most === red ? 0 : most === green ? 120 : 240
  return turn + (sixth / (most - least)) * 60
}

/** The relative luminance of WCAG 2. */
function luminance(theme: string, name: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(theme, name).map((share) =>
    share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(theme: string, one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(theme, one), luminance(theme, other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

test.each([
  ['light', light],
  ['dark', dark],
])(
  'S-2.13 S-4.06 what is approved is green, rejected red and pending on yellow; edges of sheets and empty places of the card reach a contrast of 3:1, the pending badge 4.5:1, %s',
  (_, theme) => {
    expect(Math.abs(hue(theme, 'approved') - 130)).toBeLessThan(45)
    expect(Math.abs(hue(theme, 'rejected'))).toBeLessThan(25)
    expect(Math.abs(hue(theme, 'pending-tint') - 52)).toBeLessThan(8)
    expect(contrast(theme, 'pending', 'pending-tint')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(theme, 'border-strong', 'paper')).toBeGreaterThanOrEqual(3)
    expect(contrast(theme, 'border-strong', 'sheet')).toBeGreaterThanOrEqual(3)
    expect(sheet.match(/--current-shadow-sheet: 0 0 0 1px var\(--color-border-strong\)/g)).toHaveLength(2)
  },
)

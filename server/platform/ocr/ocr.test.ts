import Module from 'node:module'
import sharp from 'sharp'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { deskew } from './deskew.ts'
import { detectEngine } from './engine.ts'
import { toGrayscale } from './grayscale.ts'

/** A dark photograph of a sheet of paper with one row of print. */
const [BACKGROUND, PRINT] = [90, 20]

async function createDarkPhotograph() {
  const background = { r: BACKGROUND, g: BACKGROUND, b: BACKGROUND }
  const print = { create: { width: 60, height: 6, channels: 3 as const, background: { r: PRINT, g: PRINT, b: PRINT } } }
  const picture = sharp({ create: { width: 100, height: 200, channels: 3, background } })
  return toGrayscale(
    await picture
      .composite([{ input: print, left: 20, top: 100 }])
      .png()
      .toBuffer(),
  )
}

test('D-51 the background of a picture is as bright as most of its bright pixels', async () => {
  const { background, width, height } = await createDarkPhotograph()
  expect([background, width, height]).toEqual([BACKGROUND, 100, 200])
})

test.each([
  ['rotated', { radians: 0.1, scale: 1 }],
  ['rotated and downscaled', { radians: -0.1, scale: 0.4 }],
])(
  'D-51 the corners of a picture that is %s are filled with its background, not with white',
  async (_how, transform) => {
    const { page } = deskew(await createDarkPhotograph(), transform)
    expect([page.data[0], page.data.at(-1), page.background]).toEqual([BACKGROUND, BACKGROUND, BACKGROUND])
    expect(Math.max(...page.data)).toBeLessThan(BACKGROUND + (BACKGROUND - PRINT) / 4)
  },
)

const here = { platform: process.platform, arch: process.arch }
const pretend = (machine: { platform: string; arch: string }) => {
  for (const [name, value] of Object.entries(machine)) Object.defineProperty(process, name, { value })
}
afterEach(() => pretend(here))

test.each([
  ['linux', 'x64', 'paddle'],
  ['linux', 'arm64', 'paddle'],
  ['darwin', 'arm64', 'paddle'],
  ['win32', 'x64', 'paddle'],
  ['darwin', 'x64', 'tesseract'],
  ['linux', 'riscv64', 'tesseract'],
])('D-51 pictures on %s %s are read by %s', (platform, arch, engine) => {
  pretend({ platform, arch })
  expect(detectEngine()).toBe(engine)
})

test('D-51 without the runtime of PaddleOCR pictures are read by Tesseract', () => {
  const notFound = vi.spyOn(Module as unknown as { _resolveFilename: () => string }, '_resolveFilename')
  notFound.mockImplementation(() => {
    throw new Error('Cannot find module')
  })
  onTestFinished(() => notFound.mockRestore())
  expect(detectEngine()).toBe('tesseract')
})

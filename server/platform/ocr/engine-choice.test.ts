import Module from 'node:module'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { readPicture } from '../../domains/receipt-ocr/engine.ts'
import { engineOfMachine } from './engine-choice.ts'

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
])('D-51 receipts on %s %s are read by %s', (platform, arch, engine) => {
  pretend({ platform, arch })
  expect(engineOfMachine()).toBe(engine)
})

test('D-51 a reading that names no engine takes that of the machine', { timeout: 60_000 }, async () => {
  const blank = sharp({ create: { width: 300, height: 400, channels: 3, background: '#ffffff' } })
  const picture = await blank.png().toBuffer()
  pretend({ platform: 'darwin', arch: 'x64' })
  expect(await readPicture(picture, { today: '2026-11-21' })).toMatchObject({ engine: 'tesseract' })
})

test('D-51 where the runtime is not installed receipts are read by Tesseract', () => {
  const notFound = vi.spyOn(Module as unknown as { _resolveFilename: () => string }, '_resolveFilename')
  notFound.mockImplementation(() => {
    throw new Error('Cannot find module')
  })
  try {
    expect(engineOfMachine()).toBe('tesseract')
  } finally {
    notFound.mockRestore()
  }
})

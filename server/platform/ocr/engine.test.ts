import Module from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { detectEngine } from './engine.ts'

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
  try {
    expect(detectEngine()).toBe('tesseract')
  } finally {
    notFound.mockRestore()
  }
})

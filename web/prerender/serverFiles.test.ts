import { expect, test, vi } from 'vitest'
import { apiBase } from './serverFiles.ts'

type Hooks = { configResolved: (given: { env: object }) => void; generateBundle: () => void }

test('D-66 a build stores the base of its API for the server, and fails if that is neither a path nor an address', () => {
  const emitFile = vi.fn()
  const { configResolved, generateBundle } = apiBase as unknown as Hooks
  for (const base of [undefined, '/api', 'https://api.campus.test/api']) {
    configResolved({ env: { VITE_API_BASE: base } })
    generateBundle.call({ emitFile })
  }
  const stored = emitFile.mock.calls.map(([{ fileName, source }]) => [fileName, source])
  expect(stored).toEqual(['/api', 'https://api.campus.test/api'].map((source) => ['.api-base', source]))
  expect(() => configResolved({ env: { VITE_API_BASE: 'api.campus.test' } })).toThrow(
    'VITE_API_BASE needs to be a path',
  )
})

import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { getElementById: () => null })
const { merchantFilter, stateFilter, unchecked } = await import('./filters.tsx')

const state = stateFilter({ open: { name: 'Open', look: 'soon' }, closed: { name: 'Closed', look: 'quiet' } })

test('a filter leaves out what cannot be its value, unless the server is to check it', () => {
  expect(['open', 'closed', '', 'nonsense'].map((given) => state.read?.(given))).toEqual(['open', 'closed', '', ''])
  expect(['12', '', '1x', '-1'].map((given) => merchantFilter.read?.(given))).toEqual(['12', '', '', ''])
  expect(unchecked(state).read).toBeUndefined()
})

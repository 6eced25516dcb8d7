import * as links from '@stampus/contract/contact/links'
import { expect, test } from 'vitest'
import { routes } from '../route.ts'

test('a handler without a call of its name in the contract ends the start', () => {
  const misspelt: object = { lst: async () => ({ data: [] }) }
  const register = routes(links, () => misspelt)
  expect(() => register({} as never, {}, {} as never)).toThrow('There is no call lst in the contract')
})

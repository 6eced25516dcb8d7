import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { setLanguageSource, texts } from '../../contract/texts/current.ts'
import { code, isTest, root } from './tree.ts'

/** They import the whole server but its main program, and what runs in threads and child processes of its own. */
const server = ['server/app.ts', 'server/register-jobs.ts']
const contract = code.filter((file) => file.startsWith('contract/') && !isTest(file))

afterAll(() => setLanguageSource(() => 'en'))

test('D-100 no module of the contract or the server reads a text while it loads, when no request has chosen a language', async () => {
  setLanguageSource(() => {
    throw new Error('A text is read while this module loads. Read it in a function: it depends on the request.')
  })
  expect(() => texts.notFound).toThrow('while this module loads')
  for (const file of [...contract, ...server]) await expect(import(join(root, file)), file).resolves.toBeDefined()
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/server/temporary-folder.ts'
import { endpointsOnly } from './endpointsOnly.ts'

const { resolveId } = endpointsOnly(() => false) as unknown as {
  resolveId: { handler: (this: object, source: string, importer: string) => Promise<{ id: string } | undefined> }
}
const resolved = (id: string) =>
  resolveId.handler.call({ resolve: async () => ({ id }) }, './file.ts', join(import.meta.dirname, 'appConfig.ts'))

test('only the files of our contract lose their schemas, wherever the checkout is', async () => {
  const call = join(import.meta.dirname, '../../contract/deals.ts')
  expect(await resolved(call)).toEqual({ id: `${call}?lean` })
  const checkout = join(await temporaryFolder(), 'contract')
  mkdirSync(checkout)
  const page = join(checkout, 'page.ts')
  writeFileSync(page, "import * as z from 'zod/mini'\nexport const name = z.string()\n")
  expect(await resolved(page)).toBeUndefined()
})

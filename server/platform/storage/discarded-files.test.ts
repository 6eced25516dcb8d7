import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../../../tests/support/server/app.ts'
import { discardFiles } from './discarded-files.store.ts'
import { discardedCleanUp } from './discarded-files.ts'

test('D-44 the clean-up counts removed files and continues in the next hour after five minutes', async () => {
  const { deps, travel, close } = await testApp({ LOG_LEVEL: 'silent' })
  onTestFinished(close)
  const keys = Array.from({ length: 50 }, (_, file) => `receipts/2026/11/${file}-full.webp`)
  await discardFiles(deps.db.pool, keys, deps.now())
  const remove = vi.spyOn(deps.storage, 'remove')
  const clean = async () => {
    const removed = await Promise.all(Object.values(discardedCleanUp(deps)).map((part) => part()))
    const { rowCount } = await deps.db.pool.query('SELECT FROM discarded_files')
    return { removed, left: rowCount }
  }
  remove.mockRejectedValue(new Error('disk away'))
  expect(await clean()).toEqual({ removed: [0], left: 50 })
  expect(remove).toHaveBeenCalledTimes(50)
  remove.mockImplementation(async () => travel(20_000))
  expect(await clean()).toEqual({ removed: [20], left: 30 })
  remove.mockResolvedValue()
  expect(await clean()).toEqual({ removed: [30], left: 0 })
})

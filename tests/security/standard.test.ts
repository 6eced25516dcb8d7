import { expect, test } from 'vitest'
import { files, read } from '../structure/tree.ts'

test('D-68 every file that the security checklist names as proof exists', () => {
  const named = [...read('docs/asvs.md').matchAll(/`((?:[\w.-]+\/)+[\w.-]+|[\w-]+\.json)`/g)].map(
    ([, file = '']) => file,
  )
  expect(named.length).toBeGreaterThan(150)
  expect(named.filter((file) => !files.includes(file))).toEqual([])
})

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { read, root } from './tree.ts'

type Fault = { name: string; file: string; from: string; to: string; noticedBy: string; title?: string }
const faults: Fault[] = JSON.parse(read('tests/faults/faults.json'))

test('every fault that a test notices has exactly one place in the product and a name of its own', () => {
  expect(faults.length).toBeGreaterThanOrEqual(80)
  expect(faults.filter(({ file, from }) => read(file).split(from).length !== 2)).toEqual([])
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
})

test('the test that notices a fault exists', () => {
  const isMissing = ({ noticedBy, title = '' }: Fault) => {
    const [runner, project = '', path = project] = noticedBy.split(' ')
    return !existsSync(join(root, path)) || (runner === 'playwright' && !read(path).includes(title))
  }
  expect(faults.filter(isMissing)).toEqual([])
})

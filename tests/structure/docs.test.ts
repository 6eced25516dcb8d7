import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { files, read, root } from './tree.ts'

const docs = files.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md')
const workspaces = 'contract|server|web|console|counter|ui|demo|tests|bench|scripts|deploy|docs'
const exists = (path: string) => existsSync(join(root, path))

test('every file that the docs name exists', () => {
  const named = docs.flatMap((doc) => {
    const paths = read(doc).matchAll(new RegExp(`\`((?:${workspaces})/[\\w./-]+)\``, 'g'))
    return [...paths].map(([, path = '']) => ({ doc, path: path.replace(/\/$/, '') }))
  })
  // NNN is the number of a migration that is still to be written.
  const missing = named.filter(({ path }) => !path.includes('/dist/') && !path.includes('NNN') && !exists(path))
  expect(missing).toEqual([])
  expect(named.length).toBeGreaterThan(100)
})

/** The anchors of the headings of a page, as GitHub makes them. */
const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

test('every link between the docs leads to a page, and to a heading there', () => {
  const broken = [...docs, 'CHANGELOG.md'].flatMap((doc) => {
    const links = read(doc).matchAll(/\]\(([^)#:]*)(?:#([\w-]+))?\)/g)
    return [...links]
      .map(([, link, anchor]) => ({ doc, path: link ? posix.join(posix.dirname(doc), link) : doc, anchor }))
      .filter(({ path, anchor }) => !exists(path) || (anchor && !anchorsOf(path).includes(anchor)))
  })
  expect(broken).toEqual([])
})

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
    return !exists(path) || (runner === 'playwright' && !read(path).includes(title))
  }
  expect(faults.filter(isMissing)).toEqual([])
})

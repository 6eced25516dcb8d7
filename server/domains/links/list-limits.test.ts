import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContentManager } from '../../../tests/support/api/content.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server?.close())

const group = { title: 'Campus', position: 1, links: [] }
const answer = { title: 'Card', subject: null, text: 'It comes by post.' }

test.each([
  ['groups of links', '/link-groups', 50, group, 'There can be at most 50 groups. Remove one first.'],
  ['canned answers', '/canned-answers', 200, answer, 'There can be at most 200 answers. Remove one first.'],
])('R-7.02 R-7.03 there are at most so many %s, also when two are added at the same moment', async (...given) => {
  const [, path, most, input, message] = given
  const manager = await createContentManager(server)
  const add = () => manager.call('POST', path, input)
  for (let count = 0; count < most - 1; count += 1) expect((await add()).status).toBe(201)
  const last = await Promise.all([add(), add()])
  expect(last.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await add()).message).toBe(message)
})

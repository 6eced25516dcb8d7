import type { AdminLinkGroup } from '@stampus/contract/console/contact/linkGroups'
import type { LinkGroup } from '@stampus/contract/contact/links'
import { texts } from '@stampus/contract/texts'
import { addDays, dayIn } from '@stampus/contract/values/days'
import { beforeAll, expect, test } from 'vitest'
import { createContentManager, findAuditEntries } from '../../../tests/support/api/content.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const server = serverForTests()
let manager: Awaited<ReturnType<typeof createContentManager>>
beforeAll(async () => {
  manager = await createContentManager(server)
})

const DAY_MS = 86_400_000
const today = () => dayIn(server.deps.config.TIME_ZONE, server.deps.now())
const link = (given: object = {}) => ({
  title: 'Library',
  address: 'https://library.campus.edu.my/hours?day=1#now',
  start_date: '',
  end_date: null,
  ...given,
})
const group = (given: object = {}) => ({ title: 'Campus', title_ms: 'Kampus', position: 2, links: [link()], ...given })
const add = (given: object = {}) => manager.call<AdminLinkGroup>('POST', '/link-groups', group(given))
const shown = async (): Promise<LinkGroup[]> => (await server.app.inject('/api/links')).json().data

test('R-7.03 everyone sees the groups in their order, each link in its period, and no empty group', async () => {
  const before = { title: 'Last day yesterday', end_date: addDays(today(), -1) }
  const after = { title: 'From tomorrow', start_date: addDays(today(), 1) }
  const lasts = { title: 'Until today', title_ms: 'Hingga hari ini', start_date: today(), end_date: today() }
  const note = { note: 'Bring your card.', note_ms: 'Bawa kad anda.' }
  const { status, data } = await add({ links: [link(before), link({ ...lasts, ...note }), link(after), link()] })
  expect({ status, data }).toMatchObject({ status: 201, data: { version: 1, shown_today: 2 } })
  const later = await add({ title: 'Later', title_ms: '', position: 3, links: [link(after)] })
  expect(later.data.shown_today).toBe(0)
  await add({ title: 'Empty', position: 1, links: [] })
  const telephone = { address: 'tel:+60355500001' }
  const first = await add({ title: 'First', title_ms: null, position: 1, links: [link(telephone)] })
  const plain = { title: 'Library', address: 'https://library.campus.edu.my/hours?day=1#now', note: null }
  const until = { ...plain, title: 'Until today', title_ms: 'Hingga hari ini', ...note }
  expect(await shown()).toEqual([
    { id: first.data.id, title: 'First', links: [{ ...plain, ...telephone }] },
    { id: data.id, title: 'Campus', title_ms: 'Kampus', links: [until, plain] },
  ])
  server.travel(DAY_MS)
  // The session of yesterday has ended.
  manager = await createContentManager(server)
  expect((await shown()).map(({ title, links }) => [title, links.map((one) => one.title)])).toEqual([
    ['First', ['Library']],
    ['Campus', ['From tomorrow', 'Library']],
    ['Later', ['From tomorrow']],
  ])
  const { rows } = await server.sql('SELECT id, version FROM link_groups')
  for (const { id, version } of rows) await manager.call('DELETE', `/link-groups/${id}`, { version })
  expect(await shown()).toEqual([])
})

test('R-7.03 a change shows at once, an outdated one is refused, and the log has both', async () => {
  const { data } = await add()
  const path = `/link-groups/${data.id}`
  const change = (version: number, given: object) =>
    manager.call<AdminLinkGroup>('PUT', path, { ...group(given), version })
  expect((await change(1, { title: 'Study' })).data).toMatchObject({ title: 'Study', version: 2 })
  expect((await shown()).map(({ title }) => title)).toEqual(['Study'])
  expect(await change(1, {})).toMatchObject({ status: 409, message: texts.linkGroupChanged })
  expect((await manager.call<AdminLinkGroup>('GET', path)).data.version).toBe(2)
  expect((await manager.call('DELETE', path, { version: 2 })).status).toBe(200)
  expect((await manager.call('GET', path)).status).toBe(404)
  const changes = [{ field: 'title', before: 'Campus', after: 'Study' }]
  expect(await findAuditEntries(server, 'link_group', data.id)).toMatchObject([
    { action: 'link_group.added' },
    { action: 'link_group.changed', changes },
    { action: 'link_group.removed' },
  ])
})

test('R-7.03 only https, mailto and tel become links', async () => {
  const library = 'https://library.campus.edu.my'
  const long = `/${'a'.repeat(500)}`
  const wrong = [
    ...[
      'http://library.campus.edu.my',
      'javascript:alert(1)',
      'data:text/html,<script>1</script>',
      'java\nscript:alert(1)',
    ],
    ...['//library.campus.edu.my', '/app/profile', 'https://localhost/x', 'https://127.0.0.1/'],
    ...['https:\\\\library.campus.edu.my', 'https://user:secret@campus.edu.my', 'https://libr\u0430ry.campus.edu.my/'],
    ...[':65536/', ':443@evil.example', '/\nx', '/" onclick="x', '\\@evil.example', '/a b', long].map(
      (end) => library + end,
    ),
    ...['mailto:', 'mailto:not an address', 'mailto:?bcc=all@campus.edu.my', 'tel:03-CALL-US', 'tel:999<script>'],
    ...[',b@a.example', '?subject=Hi&bcc=b@a.example', '?%62CC=b@a.example', '?to=b@a.example'].map(
      (end) => `mailto:a@campus.edu.my${end}`,
    ),
  ]
  for (const address of wrong)
    expect(await add({ links: [link({ address })] }), address).toMatchObject({
      status: 422,
      errors: { links: [texts.invalidLinkAddress] },
    })
  const right = [
    ...['HTTPS://Library.campus.edu.my', 'https://a.example:65535', 'https://a.example:8443/%F0%9F%93%9A'],
    ...['tel:03-5550-0001', 'mailto:a@campus.edu.my?Subject=Hi&body=Dear%20all', ' tel:999 '],
  ]
  const { data } = await add({ links: right.map((address) => link({ address })) })
  expect(data.links.map(({ address }) => address)).toEqual(right.map((address) => address.trim()))
  await manager.call('DELETE', `/link-groups/${data.id}`, { version: 1 })
})

test('R-7.03 titles, places and periods are checked', async () => {
  const backwards = { start_date: '2026-02-02', end_date: '2026-02-01' }
  for (const [given, errors] of [
    [{ title: '' }, { title: [texts.titleRequired] }],
    [{ position: 0 }, { position: [expect.any(String)] }],
    [{ links: [link({ title: '' })] }, { links: [texts.titleRequired] }],
    [{ links: [link(backwards)] }, { links: [texts.endsBeforeStart] }],
    [{ links: Array.from({ length: 51 }, () => link()) }, { links: [expect.any(String)] }],
  ] as const)
    expect(await add(given)).toMatchObject({ status: 422, errors })
})

const answer = { title: 'Card', subject: null, text: 'It comes by post.' }
test.each([
  ['groups of links', 50, '/link-groups', group({ links: [] }), 'There can be at most 50 groups. Remove one first.'],
  ['canned answers', 200, '/canned-answers', answer, 'There can be at most 200 answers. Remove one first.'],
])(
  'R-7.02 R-7.03 there are at most so many %s: %i, also when two are added at the same moment',
  async (_, most, path, input, message) => {
    const add = () => manager.call('POST', path, input)
    const [table, columns, values] =
      path === '/link-groups'
        ? ['link_groups', 'title, position, links', "'Campus', 1, '[]'"]
        : ['canned_answers', 'title, text', "'Card', 'It comes by post.'"]
    await server.sql(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM generate_series(1, $1::int)`, [most - 1])
    expect((await Promise.all([add(), add()])).map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await add()).message).toBe(message)
  },
)

import { nameKey } from '@stampus/contract/values/names'
import { beforeAll, expect, test } from 'vitest'
import { createMember, createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()
let desk: Awaited<ReturnType<typeof createDesk>>
beforeAll(async () => {
  desk = await createDesk(server, { role: 'manager' })
})

const ids = async (path: string) => (await desk.call<{ data: { id: number }[] }>('GET', path)).data.map(({ id }) => id)

test.each([
  ['Nur’ain binti Sa’adah', ['nurain', "NUR'AIN", 'Nurʼain Binti', 'sa`adah', 'Sa´adah', 'nur\u200bain']],
  ['Élodie Çelik', ['elodie', 'ÉLODIE çelik', 'E\u0301lodie C\u0327elik', 'élodie\u00a0celik']],
  ['Jose\u0301 Nu\u0301n\u0303ez', ['josé', 'jose nunez', 'JOSÉ']],
  ['Jürgen Straße-Weiß', ['strasse', 'STRASSE WEISS', 'straße‑weiß', 'Jurgen']],
  ['Ａｉｎａ　Ｂｉｎｔｉ', ['aina binti', 'Ａina']],
  ['Işıl IRMAK İnce', ['isil irmak', 'ince', 'ışıl']],
  ['Søren Łukasz Æsir Œuvré Ðorđe', ['soren lukasz', 'aesir oeuvre', 'Dorde']],
  ['ﬁona Oﬃcer', ['fiona officer']],
  ['Siti-Aminah  Abdul\u00adlah', ['siti aminah abdullah', 'SITI‐AMINAH']],
  ['ΟΔΥΣΣΕΎΣ', ['οδυσσευς']],
  ['محمد حكيم', ['محمد']],
  ['陈美凤', ['美凤']],
] as const)(
  'D-52 D-53 %j is found in the lists of members and receipts by what people type',
  async (name, searches) => {
    const member = await createMember(server.deps, { name })
    const submission = await createSubmission(server.deps, { userId: member.id })
    for (const search of searches) {
      const query = encodeURIComponent(search)
      expect([search, await ids(`/members?search=${query}`)]).toEqual([search, [member.id]])
      expect([search, await ids(`/submissions?person=${query}`)]).toEqual([search, [submission.id]])
    }
  },
)

test('D-53 an address is found as it is written, also pasted with invisible marks, and an apostrophe alone finds only addresses', async () => {
  const { id } = await createMember(server.deps, { email: "nur'ain_x-1@campus.edu.my" })
  for (const search of ["NUR'AIN_X-1@", "\u202anur\u2060'ain_x-1＠campus.edu.my\u202c", "'"])
    expect(await ids(`/members?search=${encodeURIComponent(search)}`)).toEqual([id])
  expect(await ids(`/members?search=${encodeURIComponent(`\u200b${String(id)}`)}`)).toContain(id)
})

test('D-52 the database and the code have one form of a name', async () => {
  const letters = Array.from({ length: 0xffff }, (_, at) => at + 1).filter((code) => code < 0xd800 || code > 0xdfff)
  const names = letters.map((code) => `a${String.fromCodePoint(code)} b${String.fromCodePoint(code)}\u0301`)
  const { rows } = await server.deps.db.pool.query<{ name: string; key: string }>({
    text: 'SELECT name, name_key_of(name) AS key FROM unnest($1::text[]) AS given (name)',
    values: [names],
  })
  const different = rows.filter(({ name, key }) => nameKey(name) !== key).map(({ name }) => name.charCodeAt(1))
  expect(rows).toHaveLength(names.length)
  // Letters that are newer than this list on one of the two sides. None of them is in a living alphabet.
  expect(different.filter((code) => code < 0xa7c0)).toEqual([])
})

test('D-92 the form in which a name is searched goes with the name when an account is deleted', async () => {
  const member = await createSignedInMember(server.deps, { name: 'Zulaikha Únique' })
  const key = async () =>
    (await server.deps.db.pool.query({ text: 'SELECT name_key FROM users WHERE id = $1', values: [member.id] })).rows
  expect(await key()).toEqual([{ name_key: 'zulaikha unique' }])
  await deleteOwnAccount(server, member)
  expect(JSON.stringify(await key())).not.toContain('zulaikha')
})

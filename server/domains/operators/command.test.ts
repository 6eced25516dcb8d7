import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileCache } from '../../../tests/support/server/process.ts'
import { lockDataDir } from '../../platform/db/embedded/data-folder-lock.ts'
import { openDatabase } from '../../platform/db/open-database.ts'

const root = join(import.meta.dirname, '../../..')
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stampus-operator-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Runs the command as `npm run operator` does, with a password on standard input. */
async function operator(words: string[], input = 'Kopi-0-kosong\n') {
  const env = { ...compileCache, DATA_DIR: dataDir }
  const child = spawn(process.execPath, ['scripts/operator.ts', ...words], { cwd: root, env })
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, out, err: err.trim() }
}

const words = (given: Record<string, string> = {}) => {
  const all = { email: 'mei@office.example', name: 'Tan Mei', role: 'manager', ...given }
  return ['add', ...Object.entries(all).flatMap(([name, value]) => [`--${name}`, value])]
}

test('D-64 the command adds an operator, or explains in one sentence why not', async () => {
  expect(await operator(words())).toMatchObject({
    code: 0,
    out: 'Operator 1 was added: Tan Mei, mei@office.example (manager).\n',
    err: '',
  })
  expect(await operator(words())).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^There is an operator.*already\.$/),
  })
  const weak = await operator(words({ email: 'x@office.example' }), 'weak')
  expect(weak).toMatchObject({ code: 1, err: 'Password must be at least 8 characters' })
  const nameless = await operator(['add', '--email', 'siti@office.example', '--role', 'reviewer'])
  expect(nameless).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Operator \d was added: siti, siti@office\.example \(reviewer\)\.\n$/),
  })
  const boss = await operator(words({ role: 'boss' }))
  expect(boss).toMatchObject({ code: 1, err: 'The role is one of: reviewer, manager.' })
  const lock = lockDataDir(dataDir)
  const busy = await operator(words())
  lock.release()
  expect(busy).toMatchObject({ code: 1, err: expect.stringMatching(/in use by another .*Stop that one/) })
}, 120_000)

test('D-64 wrong arguments get a usage message, and open no database', async () => {
  expect(await operator(['--help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('npm run operator -- add --email'),
  })
  for (const [given, said] of [
    [[], /The commands are: add, reset-second-factor/],
    [['remove'], /The commands are: add, reset-second-factor/],
    [['add', '--role', 'reviewer'], /--email is needed/],
    [['add', '--colour', 'red'], /--colour/],
  ] as const) {
    expect(await operator([...given])).toMatchObject({ code: 2, out: '', err: expect.stringMatching(said) })
  }
})

test('D-50 the command removes the lost second factor of that operator, or explains why not', async () => {
  const reset = (email: string) => operator(['reset-second-factor', '--email', email])
  const email = 'mei@office.example'
  expect(await reset(email)).toMatchObject({ code: 1, err: 'Tan Mei has no second factor.' })
  const db = await openDatabase({ dataDir })
  await db.pool.query("INSERT INTO second_factors (operator_id, secret, added_at) SELECT id, 'x', now() FROM operators")
  await db.close()
  expect(await reset(email)).toMatchObject({ code: 0, out: 'The second factor of Tan Mei was removed.\n', err: '' })
  const nobody = await reset('nobody@office.example')
  expect(nobody).toMatchObject({ code: 1, err: expect.stringMatching(/no operator with the address/) })
}, 120_000)

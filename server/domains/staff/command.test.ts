import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { compileCache } from '../../../tests/support/server/process.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { lockDataDir } from '../../platform/db/embedded/data-folder-lock.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { addOperator, parseRole, resetSecondFactorByCommand } from './command.ts'

const root = join(import.meta.dirname, '../../..')
const dataDir = await temporaryFolder()

/** Runs the command as `npm run operator` does, with a password on standard input. */
async function operator(words: string[]) {
  const env = { ...compileCache, DATA_DIR: dataDir }
  const child = spawn(process.execPath, ['scripts/operator.ts', ...words], { cwd: root, env })
  child.stdin.end('Kopi-0-kosong\n')
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, out, err: err.trim() }
}

const add = (email: string, role: string) => operator(['add', '--email', email, '--role', role])

test('D-64 D-50 the command adds an operator and removes a lost second factor, or explains in one sentence why not', async () => {
  expect(await add('siti@office.example', 'reviewer')).toEqual({
    code: 0,
    out: 'Operator 1 was added: siti, siti@office.example (reviewer).\n',
    err: '',
  })
  const db = await openDatabase({ dataDir })
  const now = new Date()
  const reset = (email: string) => resetSecondFactorByCommand(db.pool, email, now)
  await expect(reset('siti@office.example')).rejects.toThrow('siti has no second factor.')
  await expect(reset('nobody@office.example')).rejects.toThrow('There is no operator with the address nobody@')
  const again = { name: 'Siti', email: 'SITI@office.example', role: 'manager', password: 'Kopi-0-kosong' } as const
  await expect(addOperator(db.pool, again, now)).rejects.toThrow(/^There is an operator.*already\.$/)
  await db.pool.query(
    "INSERT INTO staff_second_factors (staff_id, secret, added_at) SELECT id, 'x', now() FROM operators",
  )
  await db.close()
  expect(await operator(['reset-second-factor', '--email', 'siti@office.example'])).toEqual({
    code: 0,
    out: 'The second factor of siti was removed.\n',
    err: '',
  })
  expect(() => parseRole('boss')).toThrow('The role is one of: reviewer, manager.')
  const lock = lockDataDir(dataDir)
  const busy = await add('mei@office.example', 'manager')
  lock.release()
  expect(busy).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/in use by another .*Stop that one/) })
}, 120_000)

test('D-64 wrong arguments get a usage message, and open no database', async () => {
  expect(await operator(['--help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('npm run operator -- add --email'),
  })
  for (const [given, said] of [
    [['remove'], /The commands are: add, reset-second-factor/],
    [['add', '--role', 'reviewer'], /--email is needed/],
    [['add', '--colour', 'red'], /--colour/],
  ] as const)
    expect(await operator([...given])).toMatchObject({ code: 2, out: '', err: expect.stringMatching(said) })
})

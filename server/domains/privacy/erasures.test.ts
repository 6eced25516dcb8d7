import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createSignedInMember } from '../../../tests/support/api/accounts.ts'
import { deleteOwnAccount, saveAvatar } from '../../../tests/support/api/delete-account.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { testDatabase } from '../../../tests/support/database/database.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'
import { listFiles } from '../../../tests/support/server/buckets.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { repeatAfterRestore } from '../../after-restore.ts'
import { readConfig } from '../../config.ts'
import { openDeps } from '../../deps.ts'
import { openCopy } from '../../platform/backups/backup-copy.ts'
import { openBackupStore, putContent } from '../../platform/backups/backup-store.ts'
import { makeBackup } from '../../platform/backups/make-backup.ts'
import { importFrom } from '../../platform/export-import/import.ts'
import { repeatErasures } from './deletion.service.ts'
import { countUnlisted, erasuresCleanUp, listErasure, readErasures } from './erasures.ts'

let server: TestApp
const settings: Record<string, string> = {
  APP_KEY: 'the-key-of-this-campus-0123456789ab',
  BACKUP_KEY: randomBytes(32).toString('base64'),
  BACKUP_DIR: join(await temporaryFolder(), 'backups'),
}
const DAY = 86_400_000

beforeAll(async () => {
  server = await testApp(settings)
})
afterAll(() => server.close())

const cleanUp = () => erasuresCleanUp(server.deps)['list of erasures']?.()
const listed = async () => (await readErasures(server.deps)).map(({ id }) => id)

test('D-92 after a restore, accounts deleted since the backup are deleted again with their pictures, and all sessions end', async () => {
  const desk = await createDesk(server, { role: 'manager' })
  const [gone, stays] = [await createSignedInMember(server.deps), await createSignedInMember(server.deps)]
  await saveAvatar(server, gone)
  await createSubmission(server.deps, { userId: gone.id })
  await desk.approve((await createSubmission(server.deps, { userId: gone.id })).id)
  const { storage, config } = server.deps
  for (const { logo_key } of (await server.sql('SELECT logo_key FROM merchants')).rows)
    await putContent(storage, config.DATA_DIR, logo_key, Buffer.from('<svg/>'))
  const { id } = await makeBackup(server.deps, () => {})
  const stored = await listStoredFiles(server)
  server.travel(1000)
  expect((await deleteOwnAccount(server, gone)).status).toBe(200)
  const kept = await listStoredFiles(server)
  expect(kept.length).toBeLessThan(stored.length)
  expect(await listFiles(join(settings.BACKUP_DIR ?? '', 'erasures'))).toEqual([
    `${server.deps.now().getTime()}-${gone.id}.txt`,
  ])

  const restored = readConfig({ ...settings, DATA_DIR: await temporaryFolder(), LOG_LEVEL: 'silent' })
  const target = await openDeps(restored, await testDatabase(), server.deps.now)
  onTestFinished(async () => {
    await target.jobs.stop()
    await target.db.close()
  })
  await importFrom(target, openCopy(await openBackupStore(target.config), id))
  expect(await listStoredFiles({ deps: target })).toEqual(stored)
  // The numbers of members who came after the backup are given again after a restore.
  await listErasure(target, { id: stays.id, at: new Date(target.now().getTime() - DAY) })
  for (const name of [`99999999999999999-${stays.id}`, `${server.deps.now().getTime()}-99999999999999999999`])
    await putContent(target.storage, target.config.DATA_DIR, `erasures/${name}.txt`, Buffer.from(''))
  expect(await repeatAfterRestore(target)).toMatch(/^1 account was deleted again, [1-9]\d* sessions were ended\.$/)
  const users = {
    text: 'SELECT deleted_at, name FROM users WHERE id = ANY($1) ORDER BY id',
    values: [[gone.id, stays.id]],
  }
  expect((await target.db.pool.query(users)).rows).toEqual((await server.deps.db.pool.query(users)).rows)
  expect(await listStoredFiles({ deps: target })).toEqual(kept)
  const left = 'SELECT FROM sessions UNION ALL SELECT FROM staff_sessions'
  expect((await target.db.pool.query(left)).rowCount).toBe(0)
  expect(await repeatErasures(target)).toBe(0)
})

test('D-92 an account is deleted although its erasure cannot be listed; the clean-up lists it later, for 185 days', async () => {
  const { BACKUP_DIR = '' } = settings
  await rm(BACKUP_DIR, { recursive: true })
  await writeFile(BACKUP_DIR, 'a disk that is away')
  vi.spyOn(server.deps.log, 'error').mockImplementation(() => {})
  const { storage } = server.deps
  const put = storage.put.bind(storage)
  const slow = vi.spyOn(storage, 'put').mockImplementation((...given) => pause(100).then(() => put(...given)))
  const member = await createSignedInMember(server.deps)
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  slow.mockRestore()
  expect(await listFiles(join(server.deps.config.DATA_DIR, 'files/erasures'))).toContain(
    `${server.deps.now().getTime()}-${member.id}.txt`,
  )
  server.travel(1)
  await rm(BACKUP_DIR)
  await rm(join(server.deps.config.DATA_DIR, 'files/erasures'), { recursive: true })
  expect(await countUnlisted(server.deps, server.deps.now())).toBe(2)
  await cleanUp()
  expect(await countUnlisted(server.deps, server.deps.now())).toBe(0)
  expect(await listed()).toContain(member.id)
  server.travel(185 * DAY)
  await cleanUp()
  expect(await listed()).toEqual([])
})

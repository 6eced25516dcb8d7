import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test, vi } from 'vitest'
import { createSignedInMember, type SignedInMember } from '../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { catchMail } from '../../../tests/support/api/calls.ts'
import { deleteOwnAccount, saveAvatar } from '../../../tests/support/api/delete-account.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { serverForTests, testApp } from '../../../tests/support/server/app.ts'
import { startMailServer } from '../../../tests/support/server/mail-server.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'
import { discardedCleanUp } from '../../platform/storage/discarded-files.ts'

const server = serverForTests()
beforeAll(async () => {
  catchMail(server)
  await saveAvatar(server, await createSignedInMember(server.deps))
})

/** Lets a member delete their account right after the next file has been stored. */
function leaveOnceStored(member: SignedInMember) {
  const { put } = server.deps.storage
  return vi.spyOn(server.deps.storage, 'put').mockImplementationOnce(async (path, key) => {
    await put(path, key)
    expect((await deleteOwnAccount(server, member)).status).toBe(200)
  })
}

test('D-92 a receipt that is sent during the deletion is not stored: no row, no picture, no idempotency key', async () => {
  const member = await actorsOf(server).member()
  const before = await listStoredFiles(server)
  const { id: merchantId } = await createMerchant(server.deps)
  const storing = leaveOnceStored(member)
  const { status, message } = await member.submit(merchantId, {}, { key: 'once' })
  storing.mockRestore()
  expect([status, message]).toEqual([401, texts.unauthenticated])
  expect(await listStoredFiles(server)).toEqual(before)
  for (const table of ['submissions', 'idempotency_keys'])
    expect((await server.sql(`SELECT FROM ${table} WHERE user_id = $1`, [member.id])).rowCount, table).toBe(0)
})

test('D-92 a profile picture that is saved during the deletion is not stored', async () => {
  const member = await createSignedInMember(server.deps)
  await saveAvatar(server, member)
  const before = await listStoredFiles(server)
  const storing = leaveOnceStored(member)
  expect((await saveAvatar(server, member)).status).toBe(401)
  storing.mockRestore()
  expect(await listStoredFiles(server)).toHaveLength(before.length - 1)
})

test('D-92 an account is deleted even if the mail cannot be sent and a file cannot be removed yet', async () => {
  const member = await createSignedInMember(server.deps)
  const before = await listStoredFiles(server)
  await createSubmission(server.deps, { userId: member.id })
  const logged = vi.spyOn(server.deps.log, 'error').mockImplementation(() => {})
  const mailing = vi.spyOn(server.deps.mailer, 'send').mockRejectedValueOnce(new Error(`no mailbox ${member.email}`))
  const removing = vi.spyOn(server.deps.storage, 'remove').mockRejectedValueOnce(new Error('disk away'))
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  expect(JSON.stringify(logged.mock.calls)).toContain('mail about a deleted account was not sent')
  expect(JSON.stringify(logged.mock.calls)).not.toContain(member.email)
  expect(await listStoredFiles(server)).toHaveLength(before.length + 1)
  for (const part of Object.values(discardedCleanUp(server.deps))) await part()
  expect(await listStoredFiles(server)).toEqual(before)
  for (const spy of [logged, mailing, removing]) spy.mockRestore()
})

test('D-92 a server that shuts down finishes sending the mail about a deleted account', async () => {
  const events: string[] = []
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>()
  const slow = await startMailServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, { envelope }, done) => {
      await stream.toArray()
      await isHeld
      events.push(...envelope.rcptTo.map(({ address }) => address))
      done()
    },
  })
  const own = await testApp({ SMTP_URL: `smtp://127.0.0.1:${slow.port}` })
  const member = await createSignedInMember(own.deps)
  expect((await deleteOwnAccount(own, member)).status).toBe(200)
  const stopped = own.app.close().then(() => events.push('stopped'))
  // A server that does not wait for the mail has stopped after these queries.
  for (let asked = 0; asked < 20; asked += 1) await own.sql('SELECT')
  release()
  await stopped
  expect(events).toEqual([member.email, 'stopped'])
  await own.close()
  await slow.stop()
})

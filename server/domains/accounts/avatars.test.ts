import { AVATAR_MAX_BYTES } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import sharp from 'sharp'
import { beforeEach, expect, test, vi } from 'vitest'
import { createMember, createSignedInMember, type SignedInMember } from '../../../tests/support/api/accounts.ts'
import { connect, get, postForm } from '../../../tests/support/api/calls.ts'
import { alterSchema, alterSchemaAfterNextUpload } from '../../../tests/support/database/alter-schema.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'
import { listDiscarded } from '../../platform/storage/discarded-files.store.ts'
import { discardedCleanUp } from '../../platform/storage/discarded-files.ts'

const server = serverForTests()

let member: SignedInMember
beforeEach(async () => {
  member = await createSignedInMember(server.deps)
})

/** Sends the profile form, by default with the member's current name and address. */
const save = (given: Record<string, string | File> = {}) =>
  postForm(server, '/user/profile', { name: member.name, email: member.email, ...given }, member.headers)
const me = async () => (await get(server, '/user', member.headers)).body.data

async function picture(width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  const blank = sharp({ create: { width, height, channels: 3, background: '#1c3fa8' } })
  return Buffer.from(await blank.png().toBuffer())
}

const createPhotoFile = async (width = 40, height = 40) =>
  new File([await picture(width, height)], 'me.png', { type: 'image/png' })
/** Saves a new avatar. */
const upload = async (width = 40, height = 40) => save({ avatar: await createPhotoFile(width, height) })
const storedAvatars = async () => (await listStoredFiles(server)).filter((key) => key.startsWith('public/avatars/'))
async function cleanUp() {
  for (const part of Object.values(discardedCleanUp(server.deps))) await part()
  return storedAvatars()
}
const open = (url: unknown) => server.app.inject({ url: String(url) })
const remove = (headers: Record<string, string>) => connect(server, { headers })('DELETE', '/user/avatar')

test('S-7.06 S-5.14 an avatar becomes a square picture with its own URL, and replaces the earlier one', async () => {
  const { status, body } = await upload(300, 200)
  expect(status).toBe(200)
  const url = body.data?.profile_avatar_url
  expect(body.data?.placeholder_image_url).toMatch(/^data:image\/webp;base64,/)
  const shown = await open(url)
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 256, height: 256 })
  expect((await save()).body.data?.profile_avatar_url).toBe(url)
  expect((await upload(300, 200)).body.data?.profile_avatar_url).not.toBe(url)
  expect((await open(url)).statusCode).toBe(404)
})

test('S-5.14 S-9.05 an avatar of a wrong type or over 2 MB is rejected under its field', async () => {
  const small = await picture(20, 20)
  const padded = (bytes: number) => Buffer.concat([small, Buffer.alloc(bytes - small.length)])
  const invalidInputs: [File, string][] = [
    [new File(['GIF89a'], 'me.gif', { type: 'image/gif' }), texts.invalidReceiptType],
    [new File(['GIF89a, named otherwise'], 'me.png', { type: 'image/png' }), texts.invalidReceiptType],
    [new File([small.subarray(0, 40)], 'me.png', { type: 'image/png' }), texts.undecodable],
    [new File([padded(AVATAR_MAX_BYTES + 1)], 'me.png', { type: 'image/png' }), texts.avatarTooLarge],
  ]
  for (const [avatar, text] of invalidInputs) {
    const { status, body } = await save({ avatar })
    expect([avatar.name, status, body.errors]).toEqual([avatar.name, 422, { avatar: [text] }])
  }
  for (const avatar of [new File([padded(AVATAR_MAX_BYTES)], 'me.gif', { type: 'image/*' }), new File([], '')])
    expect((await save({ avatar })).status).toBe(200)
})

test('S-7.06 when avatars are uploaded at the same time, only the one that is shown stays stored', async () => {
  await upload()
  const before = (await storedAvatars()).length
  const avatar = await createPhotoFile()
  const answers = await Promise.all([save({ avatar }), save({ avatar })])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await storedAvatars()).toHaveLength(before)
  expect((await open((await me())?.profile_avatar_url)).statusCode).toBe(200)
})

test('S-7.06 a new avatar is removed when the change is rejected, and stays when the change may have been saved', async () => {
  const holder = await createMember(server.deps)
  await upload()
  const before = (await storedAvatars()).length
  const taken = { email: holder.email, current_password: member.password, avatar: await createPhotoFile() }
  expect((await save(taken)).status).toBe(422)
  expect(await storedAvatars()).toHaveLength(before)
  const lost = vi.spyOn(server.deps.jobs, 'enqueueMail').mockRejectedValueOnce(new Error('connection lost'))
  expect((await save({ ...taken, email: 'free@student.campus.edu.my' })).status).toBe(500)
  lost.mockRestore()
  expect(await storedAvatars()).toHaveLength(before + 1)
})

test('S-7.06 removing an avatar deletes it from the profile and from storage', async () => {
  const { body } = await upload()
  const before = (await storedAvatars()).length
  const answer = await remove(member.headers)
  const gone = { profile_avatar_url: null, placeholder_image_url: null }
  expect([answer.status, answer.data]).toEqual([200, { ...body.data, ...gone }])
  expect(await me()).toMatchObject({ ...gone, name: member.name })
  expect(await storedAvatars()).toHaveLength(before - 1)
  expect((await open(body.data?.profile_avatar_url)).statusCode).toBe(404)
})

test('S-7.06 a new or removed avatar is saved even if the earlier picture cannot be removed, which the clean-up removes', async () => {
  await upload()
  const before = (await storedAvatars()).length
  const logError = vi.spyOn(server.deps.log, 'error').mockImplementation(() => {})
  const stuck = vi.spyOn(server.deps.storage, 'remove').mockRejectedValue(new Error('disk away'))
  expect((await upload()).status).toBe(200)
  expect((await remove(member.headers)).status).toBe(200)
  expect(JSON.stringify(logError.mock.calls)).toContain('public/avatars/')
  expect(await cleanUp()).toHaveLength(before + 1)
  stuck.mockRestore()
  expect(await cleanUp()).toHaveLength(before - 1)
  expect(await listDiscarded(server.deps.db.pool, server.deps.now(), '')).toEqual([])
  logError.mockRestore()
})

test('S-7.06 a picture whose profile could not be saved is removed a day later, and a saved one stays', async () => {
  server.travel(25 * 60 * 60_000)
  await cleanUp()
  await upload()
  const before = await storedAvatars()
  const failing = alterSchemaAfterNextUpload(server.deps, 'ALTER TABLE users RENAME avatar_placeholder TO away')
  expect((await upload()).status).toBe(500)
  failing.mockRestore()
  await alterSchema(server.deps, 'ALTER TABLE users RENAME away TO avatar_placeholder')
  expect(await cleanUp()).toHaveLength(before.length + 1)
  server.travel(25 * 60 * 60_000)
  expect(await cleanUp()).toEqual(before)
})

test('S-5.14 avatars count towards the 60 uploads an hour of a member, before they are decoded', async () => {
  await server.sql('INSERT INTO rate_counters (key, hits, expires_at) VALUES ($1, 59, $2)', [
    `uploads|${member.id}`,
    new Date(server.deps.now().getTime() + 60_000),
  ])
  const damaged = new File(['not a picture'], 'me.png', { type: 'image/png' })
  expect((await save({ avatar: damaged })).status).toBe(422)
  const refused = await save({ avatar: damaged })
  expect([refused.status, Number(refused.headers['retry-after']) > 50]).toEqual([429, true])
  expect((await save()).status).toBe(200)
})

import { RECEIPT_MAX_BYTES } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { createContentManager, createPicture } from '../../../tests/support/api/content.ts'
import { fillLimit } from '../../../tests/support/api/rate-limits.ts'
import { alterSchema } from '../../../tests/support/database/alter-schema.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'
import { listDiscarded } from '../storage/discarded-files.store.ts'
import { removeDiscarded } from '../storage/discarded-files.ts'
import { uploadsCleanUp } from './uploads.service.ts'

const server = serverForTests()
let manager: Awaited<ReturnType<typeof createContentManager>>
beforeAll(async () => {
  manager = await createContentManager(server)
})

const sizeOf = async (url: unknown) => {
  const { rawPayload } = await server.app.inject(String(url))
  const { format, width, height, exif } = await sharp(rawPayload).metadata()
  return { format, width, height, exif }
}

test('D-53 a picture uploaded in the console is re-encoded and public', async () => {
  const logo = await manager.upload('logo', await createPicture())
  expect(logo.status).toBe(201)
  expect(logo.body.data?.placeholder).toMatch(/^data:image\/webp;base64,/)
  expect(await sizeOf(logo.body.data?.url)).toEqual({ format: 'webp', width: 512, height: 512, exif: undefined })
  const disguised = new File([await (await createPicture()).arrayBuffer()], 'logo', { type: 'image/*' })
  expect((await manager.upload('logo', disguised)).status).toBe(201)
  const cover = await manager.upload('cover', await createPicture())
  expect(await sizeOf(cover.body.data?.url)).toEqual({ format: 'webp', width: 1600, height: 800, exif: undefined })
})

test.each([
  ['logo.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>', texts.invalidReceiptTypeOrGif],
  ['logo.png', 'image/png', '<svg xmlns="http://www.w3.org/2000/svg"/>', texts.invalidReceiptTypeOrGif],
  ['logo.jpg', 'image/jpeg', '\u00ff\u00d8\u00ff broken', texts.undecodable],
])('D-53 %s of type %s is rejected', async (name, type, text, words) => {
  const before = await listStoredFiles(server)
  const { status, body } = await manager.upload('logo', new File([Buffer.from(text, 'latin1')], name, { type }))
  expect(status).toBe(422)
  expect(body.errors).toEqual({ picture: [words] })
  expect(await listStoredFiles(server)).toEqual(before)
})

test('D-53 a picture is required and may have 10 MB', async () => {
  const large = new File([new Uint8Array(RECEIPT_MAX_BYTES + 1)], 'large.png', { type: 'image/png' })
  expect((await manager.upload('cover', large)).body.errors).toEqual({ picture: [texts.receiptTooLarge] })
  expect((await manager.upload('cover', undefined)).body.errors).toEqual({ picture: [texts.requiredFields] })
  expect((await manager.upload('poster', await createPicture())).body.errors).toHaveProperty('kind')
})

test('D-53 a picture that is not used within a day is removed', async () => {
  const kept = await manager.picture('cover')
  const cleanUp = async () => {
    for (const clear of Object.values(uploadsCleanUp(server.deps))) await clear()
    await removeDiscarded(server.deps, await listDiscarded(server.deps.db.pool, server.deps.now(), ''))
  }
  await cleanUp()
  expect(await listStoredFiles(server)).toContain(kept)
  server.travel(25 * 60 * 60_000)
  const fresh = await (await createContentManager(server)).picture('cover')
  await cleanUp()
  expect(await listStoredFiles(server)).toEqual([fresh])
})

test('D-53 a picture whose row could not be written is not stored', async () => {
  const [keeper, before] = [await createContentManager(server), await listStoredFiles(server)]
  await alterSchema(server.deps, 'ALTER TABLE uploaded_pictures RENAME TO hidden_pictures')
  expect((await keeper.upload('logo', await createPicture())).status).toBe(500)
  await alterSchema(server.deps, 'ALTER TABLE hidden_pictures RENAME TO uploaded_pictures')
  expect(await listStoredFiles(server)).toEqual(before)
})

test('D-53 an operator uploads 120 pictures an hour', async () => {
  const busy = await createContentManager(server)
  await fillLimit(server, `content-uploads|${busy.id}`, 120)
  expect((await busy.upload('logo', await createPicture())).status).toBe(429)
})

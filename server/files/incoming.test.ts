import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openIncoming } from './incoming.ts'
import { temporaryFolder } from './temporary-folder.ts'

const dataDir = await temporaryFolder()
const folder = join(dataDir, 'incoming')
const now = new Date()
const incoming = await openIncoming(dataDir, now)

test('D-43 an upload is kept byte by byte, counted and hashed', async () => {
  const content = Buffer.from('receipt '.repeat(50_000))
  const upload = await incoming.receive(inPieces(content), { maxBytes: content.length })
  expect(upload).toMatchObject({ bytes: content.length, tooLarge: false, sha256: sha256(content) })
  expect((await readFile(upload.path)).equals(content)).toBe(true)
  await writeFile(`${upload.path}.full.webp`, 'made beside it')
  await upload.discard()
  await upload.discard()
  expect(await readdir(folder)).toEqual([])
})

test('S-9.05 one byte above the limit is too large, and no more than the limit is written', async () => {
  const source = inPieces(Buffer.alloc(1_000_001))
  const upload = await incoming.receive(source, { maxBytes: 1_000_000 })
  expect(upload).toMatchObject({ bytes: 1_000_001, tooLarge: true })
  expect((await readFile(upload.path)).length).toBeLessThanOrEqual(1_000_000)
  expect(source.readableEnded).toBe(true)
  await upload.discard()
})

test('S-9.05 an empty upload is an upload of 0 bytes', async () => {
  const upload = await incoming.receive(inPieces(Buffer.alloc(0)), { maxBytes: 10 })
  expect(upload).toMatchObject({ bytes: 0, tooLarge: false, sha256: sha256(Buffer.alloc(0)) })
  await upload.discard()
})

test('D-43 an upload that breaks off leaves nothing', async () => {
  const source = Readable.from(breakingOff())
  await expect(incoming.receive(source, { maxBytes: 1_000_000 })).rejects.toThrow('aborted')
  expect(await readdir(folder)).toEqual([])

  const destroyed = inPieces(Buffer.alloc(5_000_000))
  const receiving = incoming.receive(destroyed, { maxBytes: 10_000_000 })
  destroyed.destroy()
  await expect(receiving).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
  expect(await readdir(folder)).toEqual([])
})

test('D-60 a start clears uploads left over for more than a day and keeps younger ones', async () => {
  const [old, young] = [join(folder, 'old', 'original'), join(folder, 'young', 'original')]
  for (const path of [old, young]) {
    await mkdir(dirname(path))
    await writeFile(path, 'left over')
  }
  const dayAgo = now.getTime() / 1000 - 24 * 60 * 60
  await utimes(dirname(old), dayAgo - 60, dayAgo - 60)
  await utimes(dirname(young), dayAgo + 60, dayAgo + 60)
  await openIncoming(dataDir, now)
  expect(await readdir(folder)).toEqual(['young'])
})

function inPieces(content: Buffer) {
  const pieces = Array.from({ length: Math.ceil(content.length / 65_536) }, (_, i) =>
    content.subarray(i * 65_536, (i + 1) * 65_536),
  )
  return Readable.from(pieces)
}

async function* breakingOff() {
  yield Buffer.alloc(100_000)
  throw new Error('aborted')
}

function sha256(content: Buffer) {
  return createHash('sha256').update(content).digest('hex')
}

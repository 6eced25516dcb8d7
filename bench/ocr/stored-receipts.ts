import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { encodeReceipt } from '../../server/platform/images/pictures.ts'

/** A picture, from a file or memory, in the form in which the server stores it. */
export async function toStoredReceipt(picture: string | Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'stampus-receipt-'))
  try {
    const upload = join(folder, 'upload')
    await writeFile(upload, typeof picture === 'string' ? await readFile(picture) : picture)
    return await readFile((await encodeReceipt(upload)).path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The thumbnail as the server stores it. */
export async function makeThumbnail(picture: Buffer): Promise<Buffer> {
  const small = sharp(picture, { autoOrient: true }).resize({
    width: 480,
    height: 1440,
    fit: 'inside',
    withoutEnlargement: true,
  })
  return small.webp({ quality: 80 }).toBuffer()
}

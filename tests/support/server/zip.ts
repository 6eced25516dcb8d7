import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'

/** The files of a ZIP file by their paths, in its order; throws where a checksum is wrong. */
export async function unzip(zip: Buffer): Promise<Map<string, Buffer>> {
  const opened = await fromBufferPromise(zip)
  const files = new Map<string, Buffer>()
  for await (const entry of opened.eachEntry()) {
    const content = await buffer(await opened.openReadStreamPromise(entry))
    if (crc32(content) !== entry.crc32) throw new Error(`${entry.fileName} is damaged`)
    files.set(entry.fileName, content)
  }
  return files
}

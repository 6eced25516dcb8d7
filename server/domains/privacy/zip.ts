import type { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of a ZIP file: its path in there, and what it holds. */
export type Entry = { name: string; content: Readable }

/**
 * A ZIP file that is made while it is read, one entry after the other, so that it never stands in memory. Whoever stops
 * reading destroys it, and the entry at hand with it. Nothing is compressed: pictures are already, and the rest is small.
 */
export function zipped(entries: AsyncIterable<Entry>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  fill(zip, output, entries).catch((fault: Error) => output.destroy(fault))
  return output
}

async function fill(zip: ZipFile, output: PassThrough, entries: AsyncIterable<Entry>): Promise<void> {
  for await (const { name, content } of entries) {
    const stop = () => content.destroy()
    output.once('close', stop)
    if (output.closed) stop()
    zip.addReadStream(content, name, { compress: false })
    await finished(content)
    output.off('close', stop)
  }
  zip.end()
}

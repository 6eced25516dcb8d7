import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Deps } from '../server/deps.ts'

const LARGEST_DRAWING_BYTES = 1_000_000

/** Stores a drawn SVG for everybody and answers its key, which changes with the drawing. */
export async function storeDrawing(
  deps: Pick<Deps, 'storage' | 'incoming'>,
  name: string,
  svg: string,
): Promise<string> {
  const print = createHash('sha256').update(svg).digest('hex').slice(0, 12)
  const key = `public/${name}-${print}.svg`
  const file = await deps.incoming.receive(Readable.from([Buffer.from(svg)]), { maxBytes: LARGEST_DRAWING_BYTES })
  try {
    await deps.storage.put(file.path, key)
  } finally {
    await file.discard()
  }
  return key
}

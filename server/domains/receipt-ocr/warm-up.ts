import sharp from 'sharp'
import { endKept } from '../../platform/workers/reusable-child.ts'
import { readPicture } from './engine.ts'

const BLANK = { width: 320, height: 320, channels: 3, background: '#ffffff' } as const

/** Reads an empty page, so that the code of the reading process, which it stores when it ends, is compiled before the first picture comes. */
export async function readEmptyPage(): Promise<void> {
  const page = await sharp({ create: BLANK }).png().toBuffer()
  await readPicture(page, { today: '1970-01-01' })
  await endKept()
}

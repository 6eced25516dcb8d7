import { createHash } from 'node:crypto'
import { computeFingerprint, toFloatImage } from '../../../server/domains/receipt-ocr/duplicates/fingerprint.ts'
import { detectKeypoints } from '../../../server/domains/receipt-ocr/duplicates/keypoints.ts'

type Fingerprint = ReturnType<typeof computeFingerprint>

/** The fingerprint of an upright picture, without a thread of its own: for tests of receipts whose pictures do not matter. */
export async function fingerprintHere(picture: Buffer): Fingerprint {
  return detectKeypoints(await toFloatImage(picture, { width: 300, height: 900, fit: 'inside' }))
}

/** Makes the fingerprint of each picture once: a file's tests send the same few pictures again and again. */
export function rememberFingerprints(): (picture: Buffer) => Fingerprint {
  const known = new Map<string, Fingerprint>()
  return (picture) => {
    const key = createHash('sha256').update(picture).digest('hex')
    const made = known.get(key) ?? computeFingerprint(picture)
    known.set(key, made)
    return made
  }
}

let files = 0

/** The same picture as another file: with some bytes after its end. */
export function asNewFile(picture: Buffer): Buffer {
  files += 1
  return Buffer.concat([picture, Buffer.from(`\n${files}`)])
}

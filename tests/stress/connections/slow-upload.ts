import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { upload } from '@stampus/contract/console/pictures'
import sharp from 'sharp'
import { callApi } from '../../support/browser/api.ts'
import { receiptFacts, type SeededServer } from '../support/seeded-server.ts'

/** 256 kbit/s, in four parts a second. */
const PART_BYTES = 8192
const PART_MS = 250

/** Sends a receipt over a slow mobile connection, with a picture of about this size; returns the status. */
export async function sendOverSlowLink(server: SeededServer, pictureBytes: number): Promise<number | undefined> {
  const [member] = server.members
  const form = new FormData()
  form.set('receipt_image', await noisePicture(pictureBytes))
  for (const [name, value] of Object.entries(receiptFacts(server))) form.set(name, String(value))
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const headers = {
    ...member,
    'content-type': encoded.headers.get('content-type') ?? '',
    'content-length': body.length,
  }
  const sending = request(`${server.url}/api/submissions`, { method: 'POST', headers })
  const answered = once(sending, 'response')
  answered.catch(() => {})
  for (let at = 0; at < body.length && !sending.destroyed; at += PART_BYTES) {
    sending.write(body.subarray(at, at + PART_BYTES))
    await pause(PART_MS)
  }
  sending.end()
  const [answer] = await answered
  return answer.resume().statusCode
}

/** Uploads a public picture that is too large for the buffers of a connection; returns its path. */
export async function uploadLargePicture({ url, manager }: SeededServer): Promise<string> {
  const headers = { ...manager, 'sec-fetch-site': 'same-origin' }
  const picture = await noisePicture(8_000_000)
  return (await callApi({ url }, upload, { kind: 'cover', picture }, headers)).data.url
}

async function noisePicture(bytes: number): Promise<File> {
  const side = Math.floor(Math.sqrt(bytes / 3))
  const raw = { width: side, height: side, channels: 3 } as const
  const png = await sharp(randomBytes(side * side * 3), { raw })
    .png()
    .toBuffer()
  return new File([new Uint8Array(png)], 'noise.png', { type: 'image/png' })
}

import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { create } from '@stampus/contract/submissions'
import sharp from 'sharp'
import { findViolation } from '../../security/fuzz/violations.ts'
import { END, FORM, filePart, part } from '../support/multipart.ts'
import { receiptFacts, type SeededServer } from '../support/seeded-server.ts'
import { MARK, type UploadFile } from './upload-files.ts'

/** One picture of a member is processed at a time, and one may wait. */
export const PER_MEMBER = 2

type Sent = { problems: string[]; accepted: number; rejected: number; busy: number }
type Asked = { atOnce: number; answeredWithinMs: number }
type Server = Pick<SeededServer, 'url' | 'members' | 'merchantId'>

/** Sends each file as a receipt, `atOnce` at a time, and returns what was wrong with the responses. */
export async function sendAll(server: Server, files: UploadFile[], { atOnce, answeredWithinMs }: Asked): Promise<Sent> {
  const sent: Sent = { problems: [], accepted: 0, rejected: 0, busy: 0 }
  const line = [...files.entries()]
  const sender = async () => {
    for (let next = line.shift(); next; next = line.shift()) {
      const [at, file] = next
      const authorization = server.members[Math.floor(at / PER_MEMBER)]?.authorization ?? ''
      const problem = await sendOne(server, file, { authorization, answeredWithinMs }, sent).catch(String)
      if (problem) sent.problems.push(`${file.what}: ${problem}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
  return sent
}

type By = { authorization: string; answeredWithinMs: number }

async function sendOne(server: Server, file: UploadFile, by: By, sent: Sent) {
  const response = await sendUntilTaken(server, file, by, sent)
  const { status } = response
  const problem = findViolation(create, response)
  if (problem) return `${problem}: ${status} ${response.text.slice(0, 200)}`
  if (status === 201) sent.accepted += 1
  else sent.rejected += 1
  if (status !== 201 && status !== 422 && status !== 400) return `is answered with ${status}`
  if (file.expected === 'accepted' && status !== 201) return `is valid but rejected: ${response.text}`
  if (file.expected === 'rejected' && status === 201) return 'is accepted'
  return status === 201 ? findServedViolation(server, JSON.parse(response.text).data, file) : undefined
}

const BUSY = '{"message":"The service is busy or restarting. Please try again in a moment.","errors":{}}'
const AGAIN_MS = 1000

/** Sends a file again, as the app does, while the machine is busy with others. The last answer counts. */
async function sendUntilTaken(server: Server, file: UploadFile, { authorization, answeredWithinMs }: By, sent: Sent) {
  const signal = AbortSignal.timeout(answeredWithinMs)
  for (;;) {
    const answer = await fetch(`${server.url}/api/submissions`, {
      method: 'POST',
      headers: { authorization, 'content-type': FORM },
      body: new Uint8Array(formOf(server, file)),
      signal,
    })
    const { status } = answer
    const response = { status, type: answer.headers.get('content-type') ?? '', text: await answer.text() }
    if (status !== 503 || response.text !== BUSY) return response
    sent.busy += 1
    await pause(AGAIN_MS, undefined, { signal })
  }
}

function formOf(server: Server, { name, type, bytes }: UploadFile): Buffer {
  const facts = Object.entries(receiptFacts(server)).map(([field, value]) =>
    part(`name="${field}"`, Buffer.from(String(value))),
  )
  return Buffer.concat([...facts, filePart('receipt_image', { name, type, bytes }), END])
}

type Shown = { receipt_image_url: string; receipt_thumb_url: string }

/** Served pictures are re-encoded: upright, and without any metadata of the file. */
async function findServedViolation(
  { url }: Server,
  shown: Shown,
  { upright }: UploadFile,
): Promise<string | undefined> {
  for (const address of [shown.receipt_image_url, shown.receipt_thumb_url]) {
    const bytes = Buffer.from(await (await fetch(url + address)).arrayBuffer())
    const { format, width, height, exif, icc, xmp, iptc } = await sharp(bytes).metadata()
    if (format !== 'webp') return `is served as ${format}`
    if (exif || icc || xmp || iptc || bytes.includes(MARK)) return 'is served with its metadata'
    const size = `${width} by ${height}`
    if (upright && size !== `${upright.width} by ${upright.height}`) return `is served as ${size}`
  }
  return undefined
}

/** Uploads that the client aborts in the middle. */
export async function abortUploads(
  url: string,
  { authorization }: { authorization: string },
  count: number,
): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => abortUpload(url, authorization)))
}

function abortUpload(url: string, authorization: string): Promise<void> {
  const body = Buffer.concat([
    filePart('receipt_image', { name: 'a.jpg', type: 'image/jpeg', bytes: Buffer.alloc(500_000) }),
    END,
  ])
  const head = `POST /api/submissions HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: ${FORM}`
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
  return new Promise((resolve) => {
    socket.once('close', () => resolve())
    socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n`)
    socket.write(body.subarray(0, 300_000), () => socket.destroy())
  })
}

const EVERY_MS = 500
export const METRICS_TOKEN = 'stress-metrics-token'

/** The highest memory of the server, in megabytes, while the work was done. */
export async function measureMemory(url: string, work: Promise<unknown>): Promise<number> {
  let [most, over] = [0, false]
  work.finally(() => (over = true)).catch(() => {})
  do {
    most = Math.max(most, await memoryOf(url))
    await pause(EVERY_MS)
  } while (!over)
  return Math.round(most / 1024 ** 2)
}

async function memoryOf(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(await answer.text())?.[1])
}

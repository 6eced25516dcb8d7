import { randomBytes } from 'node:crypto'
import { readdir, readlink, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createSignedInMember } from '../../../tests/support/api/accounts.ts'
import { post } from '../../../tests/support/api/calls.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { unzip } from '../../../tests/support/server/zip.ts'
import { pictureUrl } from '../../platform/storage/files.routes.ts'

const server = serverForTests()
let port: number

const RECEIPTS = 2
const BYTES = 6_000_000

beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
})

/** The address of an export whose receipts are much larger than the buffer of a connection. */
async function largeExport(): Promise<string> {
  const { deps } = server
  const { id: userId, headers } = await createSignedInMember(deps)
  for (let count = 0; count < RECEIPTS; count += 1) {
    const { id } = await createSubmission(deps, { userId })
    const { rows } = await server.sql('SELECT original_key FROM submissions WHERE id = $1', [id])
    const local = join(deps.config.DATA_DIR, 'large')
    await writeFile(local, randomBytes(BYTES))
    await deps.storage.put(local, rows[0].original_key)
  }
  const { body } = await post(server, '/user/data-export', {}, { headers })
  return String(body.data?.url)
}

/** Starts a download and waits for its first bytes. */
function begin(path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sending = request({ host: '127.0.0.1', port, path }, (response) => {
      response.on('error', () => {})
      response.once('readable', () => resolve(response))
    })
    sending.on('error', reject).end()
  })
}

/** The number of original receipt pictures that this process has open. */
async function openReceipts(): Promise<number> {
  const opened = await readdir('/proc/self/fd')
  const links = await Promise.all(opened.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return links.filter((link) => link.endsWith('-original.jpg')).length
}

const untilOpen = (count: number) => expect.poll(openReceipts).toBe(count)

test.runIf(process.platform === 'linux')(
  'D-44 D-91 a download has one picture open at a time, and is complete; aborted ones, also of one picture, leave no file open',
  async () => {
    const url = await largeExport()
    const { rows } = await server.sql('SELECT max(original_key) AS key FROM submissions')
    const picture = pictureUrl(server.deps.config.APP_KEY, rows[0].key, server.deps.now())
    const aborted = await Promise.all([url, url, picture].map(begin))
    await untilOpen(3)
    for (const response of aborted) response.destroy()
    await untilOpen(0)
    const response = await begin(url)
    await untilOpen(1)
    const chunks: Buffer[] = []
    let most = 0
    for await (const chunk of response) {
      chunks.push(chunk)
      if (chunks.length % 20 === 0) most = Math.max(most, await openReceipts())
    }
    expect(most).toBe(1)
    const files = [...(await unzip(Buffer.concat(chunks))).values()]
    expect(files.filter(({ length }) => length === BYTES)).toHaveLength(RECEIPTS)
    await untilOpen(0)
  },
)

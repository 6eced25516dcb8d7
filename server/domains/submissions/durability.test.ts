import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { list, type Submission } from '@stampus/contract/submissions'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { createMember, createMemberSession } from '../../../tests/support/api/accounts.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createRandomPhoto, receiptFields, receiptForm } from '../../../tests/support/api/submissions.ts'
import { type ServerProcess, startServerProcess } from '../../../tests/support/server/process.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { prepareSchema } from '../../platform/db/prepare.ts'
import { ResponseCache } from '../../platform/http/response-cache.ts'
import { openLog } from '../../platform/metrics/log.ts'

const ROUNDS = 2
const now = () => new Date()
const responseCache = new ResponseCache(now)

test('S-7.09 a submission answered with 201 survives a kill right after, twice', { timeout: 900_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stampus-durable-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const { merchantId, headers } = await prepare(dataDir)
  const sent: string[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const server = await startServerProcess(dataDir, { RECEIPT_OCR: 'off' })
    try {
      expect(await newestIntact(server, headers)).toBe(sent.at(-1))
      if (round === ROUNDS) expect(await listed(server, headers, '')).toHaveLength(ROUNDS)
      const fields = receiptFields({ config: readConfig({ DATA_DIR: dataDir }), now }, merchantId)
      const body = receiptForm(fields, { bytes: await createRandomPhoto() })
      const { status } = await fetch(`${server.url}/api/submissions`, { method: 'POST', headers, body })
      expect(status).toBe(201)
      sent.push(fields.invoice_number)
    } finally {
      await server.kill()
    }
  }
})

async function prepare(dataDir: string) {
  const db = await openDatabase({ databaseUrl: undefined, dataDir })
  try {
    await prepareSchema(db.pool, openLog({ LOG_LEVEL: 'error' }))
    const merchantId = (await createMerchant({ db, now, responseCache })).id
    return { merchantId, headers: await createMemberSession({ db, now }, await createMember({ db, now })) }
  } finally {
    await db.close()
  }
}

/** The invoice number of the latest submission, after checking that its pictures open. */
async function newestIntact(server: ServerProcess, headers: Record<string, string>): Promise<string | undefined> {
  const [newest] = await listed(server, headers, '?limit=1')
  for (const path of newest ? [newest.receipt_image_url, newest.receipt_thumb_url ?? ''] : []) {
    const picture = Buffer.from(await (await fetch(server.url + path)).arrayBuffer())
    expect(await sharp(picture).stats()).toMatchObject({ isOpaque: true })
  }
  return newest?.invoice_no
}

async function listed({ url }: ServerProcess, headers: Record<string, string>, query: string): Promise<Submission[]> {
  const answer = await fetch(`${url}/api/submissions${query}`, { headers })
  const { data } = z.parse(list.answer, await answer.json())
  return data
}

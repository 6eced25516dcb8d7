import { rm } from 'node:fs/promises'
import { list } from '@stampus/contract/submissions'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { createMember, createMemberSession } from '../../../tests/support/api/accounts.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createRandomPhoto, receiptFields, receiptForm } from '../../../tests/support/api/submissions.ts'
import { testDataDir } from '../../../tests/support/database/database.ts'
import { startServerProcess } from '../../../tests/support/server/process.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { ResponseCache } from '../../platform/http/response-cache.ts'

const now = () => new Date()

test('S-7.09 a submission answered with 201 survives a kill right after', { timeout: 300_000 }, async () => {
  const dataDir = await testDataDir()
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const { merchantId, headers } = await prepare(dataDir)
  const fields = receiptFields({ config: readConfig({ DATA_DIR: dataDir }), now }, merchantId)
  const killed = await startServerProcess(dataDir, { RECEIPT_OCR: 'off' })
  try {
    const body = receiptForm(fields, { bytes: await createRandomPhoto() })
    const { status } = await fetch(`${killed.url}/api/submissions`, { method: 'POST', headers, body })
    expect(status).toBe(201)
  } finally {
    await killed.kill()
  }
  const server = await startServerProcess(dataDir, { RECEIPT_OCR: 'off' })
  try {
    const answer = await fetch(`${server.url}/api/submissions`, { headers })
    const { data } = z.parse(list.answer, await answer.json())
    expect(data).toMatchObject([{ invoice_no: fields.invoice_number }])
    for (const path of data.flatMap((sent) => [sent.receipt_image_url, sent.receipt_thumb_url ?? ''])) {
      const picture = Buffer.from(await (await fetch(server.url + path)).arrayBuffer())
      expect(await sharp(picture).stats()).toMatchObject({ isOpaque: true })
    }
  } finally {
    await server.kill()
  }
})

async function prepare(dataDir: string) {
  const db = await openDatabase({ databaseUrl: undefined, dataDir })
  try {
    const merchantId = (await createMerchant({ db, now, responseCache: new ResponseCache(now) })).id
    return { merchantId, headers: await createMemberSession({ db, now }, await createMember({ db, now })) }
  } finally {
    await db.close()
  }
}

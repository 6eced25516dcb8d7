import { randomInt } from 'node:crypto'
import type { Config } from './config.ts'
import { computeFingerprint } from './domains/receipt-ocr/duplicates/fingerprint.ts'
import { ocrLoad } from './domains/receipt-ocr/ocr-queue.ts'
import { countedReader, createReader, type ReceiptReader } from './domains/receipt-ocr/reader.ts'
import type { Database } from './platform/db/database.ts'
import type { PlatformDeps } from './platform/deps.ts'
import { ResponseCache } from './platform/http/response-cache.ts'
import { pictureLoad } from './platform/images/pictures.ts'
import { openJobs } from './platform/jobs/jobs.ts'
import { countedMailer, openMailer } from './platform/mail/mailer.ts'
import { openLog } from './platform/metrics/log.ts'
import { openMetrics } from './platform/metrics/metrics.ts'
import { detectEngine } from './platform/ocr/engine.ts'
import { passwordLoad } from './platform/security/passwords.ts'
import { openIncoming } from './platform/storage/incoming-files.ts'
import { openStorage } from './platform/storage/open-storage.ts'

export type Deps = PlatformDeps & {
  reader: ReceiptReader
  /** Undefined on a machine with only one OCR engine. */
  secondReader: ReceiptReader | undefined
  fingerprint: typeof computeFingerprint
}

export async function openDeps(config: Config, db: Database, now: () => Date = () => new Date()): Promise<Deps> {
  const log = openLog(config)
  const metrics = openMetrics({ pictures: pictureLoad, readings: ocrLoad, passwords: passwordLoad })
  const engine = detectEngine()
  if (config.RECEIPT_OCR === 'on') metrics.ocrEngine.set({ engine }, 1)
  const responseCache = new ResponseCache(now)
  db.onPublicChange(() => responseCache.clear())
  return {
    config,
    db,
    storage: await openStorage(config),
    incoming: await openIncoming(config.DATA_DIR, {
      alone: db.engine === 'embedded',
      maxBytes: config.INCOMING_MAX_MB * 1024 * 1024,
    }),
    jobs: await openJobs(db, log),
    mailer: countedMailer(openMailer(config), metrics),
    draining: { begun: false },
    log,
    metrics,
    responseCache,
    reader: countedReader(createReader(config, now, engine), engine, metrics),
    secondReader:
      engine === 'paddle' ? countedReader(createReader(config, now, 'tesseract'), 'tesseract', metrics) : undefined,
    fingerprint: computeFingerprint,
    now,
    randomInt,
  }
}

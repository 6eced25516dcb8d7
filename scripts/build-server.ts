import { mkdir, rm } from 'node:fs/promises'
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { built, compiled } from '../server/platform/lifecycle/build-output.ts'

// The server's modules are imported after the cache is on, so that their compiled code lands in it.
await rm(built, { recursive: true, force: true })
await mkdir(built)
enableCompileCache(compiled)
// NODE_COMPILE_CACHE may have created another folder before the removal.
await mkdir(getCompileCacheDir() ?? compiled, { recursive: true })
await import('../server/serve.ts')
const { buildTemplateDatabase } = await import('../server/platform/db/prepare.ts')
await buildTemplateDatabase()
const { warmUpOcr } = await import('../server/domains/receipt-ocr/read-receipt.ts')
// A machine that cannot run OCR still builds and serves.
await warmUpOcr().catch((error) => console.warn(error))

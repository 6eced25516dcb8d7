import { mkdir, rm } from 'node:fs/promises'
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { built, compiled } from '../server/platform/lifecycle/build-output.ts'

await rm(built, { recursive: true, force: true })
await mkdir(built)
enableCompileCache(compiled)
// It may have been made before the removal, by the environment.
await mkdir(getCompileCacheDir() ?? compiled, { recursive: true })
await import('../server/serve.ts')
const { makeReadyMade } = await import('../server/platform/db/embedded/make-template-database.ts')
const { readyMadeFile } = await import('../server/platform/db/embedded/template-database.ts')
await makeReadyMade(await readyMadeFile())
const { readEmptyPage } = await import('../server/domains/receipt-ocr/warm-up.ts')
// A machine that cannot read pictures still builds and serves.
await readEmptyPage().catch((fault) => console.warn(fault))

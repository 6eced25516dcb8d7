import { mkdir, rm } from 'node:fs/promises'
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { built, compiled } from '../server/built.ts'

await rm(built, { recursive: true, force: true })
await mkdir(built)
enableCompileCache(compiled)
// It may have been made before the removal, by the environment.
await mkdir(getCompileCacheDir() ?? compiled, { recursive: true })
await import('../server/serving.ts')
const { makeReadyMade } = await import('../server/db/making-ready.ts')
const { readyMadeFile } = await import('../server/db/ready-made.ts')
await makeReadyMade(await readyMadeFile())
const { readEmptyPage } = await import('../server/reading/first-reading.ts')
// A machine that cannot read pictures still builds and serves.
await readEmptyPage().catch((fault) => console.warn(fault))

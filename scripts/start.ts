import { buildIfNeeded } from './apps.ts'

await buildIfNeeded()
await import('../server/main.ts')

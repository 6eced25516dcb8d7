import { buildIfNeeded } from './support/apps.ts'

await buildIfNeeded()
await import('../server/main.ts')

import { enableCompileCache } from 'node:module'
import { compiled } from './platform/lifecycle/build-output.ts'

// Before any large import, so that the compile cache serves it.
enableCompileCache(compiled)
await import('./startup.ts')

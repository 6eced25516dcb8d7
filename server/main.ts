import { enableCompileCache } from 'node:module'
import { compiled } from './platform/lifecycle/build-output.ts'

// Before anything large is read: what was compiled once is not compiled again.
enableCompileCache(compiled)
await import('./platform/lifecycle/startup.ts')

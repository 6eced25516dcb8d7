import { enableCompileCache } from 'node:module'
import { compiled } from './built.ts'

// Before anything large is read: what was compiled once is not compiled again.
enableCompileCache(compiled)
await import('./starting.ts')

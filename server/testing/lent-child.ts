import { askChild } from '../limits/child.ts'

/** A server of a test that asks a child which hangs, and says which. */
await askChild(new URL('./planted-child.ts', import.meta.url), {
  data: { deed: process.argv[2] },
  limits: { milliseconds: 60_000, memoryBytes: 1024 ** 3, heapMb: 64 },
  onNews: (pid) => process.stdout.write(`${pid}\n`),
})

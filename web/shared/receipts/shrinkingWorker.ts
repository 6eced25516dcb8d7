import { shrink } from './shrinking.ts'

// In a thread of its own, for a phone is busy with a large photo for seconds.
self.onmessage = async ({ data }: MessageEvent<Blob>) => self.postMessage(await shrink(data).catch(() => undefined))

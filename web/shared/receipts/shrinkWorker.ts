import { shrinkPhoto } from './shrinkPicture.ts'

// In a thread of its own, for a phone is busy with a large photo for seconds.
self.onmessage = async ({ data }: MessageEvent<Blob>) =>
  self.postMessage(await shrinkPhoto(data).catch(() => undefined))

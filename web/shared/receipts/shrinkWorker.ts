import { shrinkPhoto } from './shrinkPicture.ts'

// In a worker, because a phone needs seconds for a large photo.
self.onmessage = async ({ data }: MessageEvent<Blob>) =>
  self.postMessage(await shrinkPhoto(data).catch(() => undefined))

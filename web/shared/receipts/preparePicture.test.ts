import { expect, test, vi } from 'vitest'
import { preparePicture } from './preparePicture.ts'
import { targetSize } from './shrinkWorker.ts'

test('D-43 a photo is shrunk no further than the server would store it, and a strip keeps its width', () => {
  expect(targetSize({ width: 4080, height: 3060 })).toEqual({ width: 3200, height: 2400 })
  expect(targetSize({ width: 4961, height: 7016 })).toEqual({ width: 2400, height: 3394 })
  expect(targetSize({ width: 1200, height: 9000 })).toEqual({ width: 1200, height: 9000 })
  expect(targetSize({ width: 800, height: 600 })).toEqual({ width: 800, height: 600 })
})

test('S-5.06 files that are not photos, are small, or cannot be shrunk are sent unchanged', async () => {
  const file = (type: string, bytes: number) => new File([new Uint8Array(bytes)], 'receipt', { type })
  for (const given of [file('image/heic', 2e6), file('image/gif', 2e6), file('image/jpeg', 9), file('image/png', 2e6)])
    expect(await preparePicture(given)).toBe(given)
})

test.each(['does not answer', 'fails', 'sends an unreadable message'])(
  'D-43 S-8.05 a photo is uploaded unchanged if the worker %s',
  async (end) => {
    vi.useFakeTimers()
    vi.stubGlobal('OffscreenCanvas', class {})
    vi.stubGlobal(
      'Worker',
      class {
        onerror?: () => void
        onmessageerror?: () => void
        terminate() {}
        postMessage() {
          if (end === 'fails') this.onerror?.()
          if (end === 'sends an unreadable message') this.onmessageerror?.()
        }
      },
    )
    const photo = new File([new Uint8Array(2e6)], 'receipt.jpg', { type: 'image/jpeg' })
    const made = preparePicture(photo)
    if (end === 'does not answer') await vi.advanceTimersByTimeAsync(15_000)
    expect(await made).toBe(photo)
  },
)

import { afterEach, expect, test, vi } from 'vitest'
import { scan } from './scan.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A camera that opens when the test says so, and a detector of the browser that sees these texts. */
function stubCamera(texts: string[], formats = ['qr_code']) {
  const opening = Promise.withResolvers<unknown>()
  const track = Object.assign(new EventTarget(), { stop: vi.fn() })
  const stream = { getTracks: () => [track] }
  class Detector {
    static getSupportedFormats = async () => formats
    detect = async () => texts.splice(0, 1).map((rawValue) => ({ rawValue }))
  }
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => opening.promise } })
  vi.stubGlobal('BarcodeDetector', Detector)
  const video = { srcObject: null as unknown, play: async () => undefined }
  const [onText, onError] = [vi.fn(), vi.fn()]
  const start = () => scan({ video: video as unknown as HTMLVideoElement, onText, onError })
  return { track, video, onText, onError, start, open: () => opening.resolve(stream), fail: opening.reject }
}

test('R-3.03 every QR code that the camera sees is read until the scan is stopped, which turns the camera off', async () => {
  vi.useFakeTimers()
  const camera = stubCamera(['first', 'second', 'third'])
  const stop = camera.start()
  camera.open()
  while (camera.onText.mock.calls.length < 2) await vi.advanceTimersToNextTimerAsync()
  expect(camera.onText.mock.calls.flat()).toEqual(['first', 'second'])
  expect(camera.track.stop).not.toHaveBeenCalled()
  stop()
  expect(camera.track.stop).toHaveBeenCalled()
  expect(camera.video.srcObject).toBeNull()
  await vi.advanceTimersByTimeAsync(400)
  expect(camera.onText.mock.calls.flat()).not.toContain('third')
  expect(camera.onError).not.toHaveBeenCalled()
})

test('R-3.03 a camera that is allowed after the page was left is turned off at once', async () => {
  const camera = stubCamera(['late'])
  camera.start()()
  camera.open()
  await expect.poll(() => camera.track.stop.mock.calls.length).toBe(1)
  expect(camera.onText).not.toHaveBeenCalled()
})

test.each([
  ['NotAllowedError', /^The browser blocks the camera\./],
  ['NotFoundError', /^No camera was found\./],
  ['NotReadableError', /^Another program is using the camera\./],
  ['EncodingError', /^The scanner couldn't start\./],
])('R-3.03 a camera that fails with %s is explained', async (name, text) => {
  const camera = stubCamera([])
  camera.start()
  camera.fail(new DOMException('', name))
  await expect.poll(() => camera.onError.mock.calls).toEqual([[expect.stringMatching(text)]])
})

test('R-3.03 a browser without cameras, and a camera that is unplugged, are explained', async () => {
  const camera = stubCamera([])
  camera.start()
  camera.open()
  await expect.poll(() => camera.video.srcObject).not.toBeNull()
  camera.track.dispatchEvent(new Event('ended'))
  expect(camera.onError.mock.calls).toEqual([[expect.stringMatching(/^The camera was turned off\./)]])
  vi.stubGlobal('navigator', {})
  camera.onError.mockClear()
  camera.start()
  await expect
    .poll(() => camera.onError.mock.calls)
    .toEqual([[expect.stringMatching(/^This browser can't use a camera/)]])
})

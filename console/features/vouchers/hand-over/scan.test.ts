import { afterEach, expect, test, vi } from 'vitest'
import { scan } from './scan.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A camera that opens when the test says so, and a detector of the browser that sees these texts, one picture after the other. */
function stubCamera(pictures: string[][], formats = ['qr_code']) {
  const opening = Promise.withResolvers<unknown>()
  const track = Object.assign(new EventTarget(), { stop: vi.fn() })
  const stream = { getTracks: () => [track] }
  class Detector {
    static getSupportedFormats = async () => formats
    detect = async () => (pictures.shift() ?? []).map((rawValue) => ({ rawValue }))
  }
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => opening.promise } })
  vi.stubGlobal('BarcodeDetector', Detector)
  const video = { srcObject: null as unknown, play: async () => undefined }
  const [onCode, onForeign, onError] = [vi.fn(), vi.fn(), vi.fn()]
  const start = () => scan({ video: video as unknown as HTMLVideoElement, onCode, onForeign, onError })
  return { track, video, onCode, onForeign, onError, start, open: () => opening.resolve(stream), fail: opening.reject }
}

/** What the QR code of a voucher says, and how it is read. */
const voucher = (number: string) => [`STAMPUS:${number}:0421`, { number, code: '0421' }] as const
const [first, firstRead] = voucher('12345678')
const [second, secondRead] = voucher('23456789')
const [third] = voucher('34567890')

test('R-3.03 the codes of vouchers that the camera sees are read until the scan is stopped, which turns the camera off', async () => {
  vi.useFakeTimers()
  const camera = stubCamera([[first], [], [second], [third]])
  const stop = camera.start()
  camera.open()
  while (camera.onCode.mock.calls.length < 2) await vi.advanceTimersToNextTimerAsync()
  expect(camera.onCode.mock.calls.flat()).toEqual([firstRead, secondRead])
  expect(camera.onForeign).not.toHaveBeenCalled()
  expect(camera.track.stop).not.toHaveBeenCalled()
  stop()
  expect(camera.track.stop).toHaveBeenCalled()
  expect(camera.video.srcObject).toBeNull()
  await vi.advanceTimersByTimeAsync(400)
  expect(camera.onCode).toHaveBeenCalledTimes(2)
  expect(camera.onError).not.toHaveBeenCalled()
})

test("R-3.03 a voucher's code is found beside other QR codes, and only others are reported as such", async () => {
  vi.useFakeTimers()
  const menu = 'https://menu.example/kopi'
  const camera = stubCamera([[menu], [menu, 'DuitNow', first], [menu]])
  const stop = camera.start()
  camera.open()
  while (camera.onForeign.mock.calls.length < 2) await vi.advanceTimersToNextTimerAsync()
  stop()
  expect(camera.onCode.mock.calls).toEqual([[firstRead]])
  expect(camera.onForeign).toHaveBeenCalledTimes(2)
})

test('R-3.03 a camera that is allowed after the page was left is turned off at once', async () => {
  const camera = stubCamera([[first]])
  camera.start()()
  camera.open()
  await expect.poll(() => camera.track.stop.mock.calls.length).toBe(1)
  expect(camera.onCode).not.toHaveBeenCalled()
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

import type { Locator, Page } from '@playwright/test'

type FakeCamera = { picture: HTMLImageElement | undefined; error: string; tracks: MediaStreamTrack[] }
type CameraWindow = Window & { fakeCamera: FakeCamera }

/**
 * Gives a page a camera, before it is opened. It sees nothing at first. Browsers of this kind have no detector for QR codes,
 * so the page reads the pixels itself.
 */
export async function installCamera(page: Page) {
  await page.addInitScript(() => {
    const camera: FakeCamera = { picture: undefined, error: '', tracks: [] }
    Object.assign(window, { fakeCamera: camera })
    navigator.mediaDevices.getUserMedia = async () => {
      if (camera.error) throw new DOMException('No camera', camera.error)
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
      const context = canvas.getContext('2d')
      const draw = () => {
        if (!context) return
        context.fillStyle = 'white'
        context.fillRect(0, 0, 640, 480)
        if (camera.picture) context.drawImage(camera.picture, 170, 90, 300, 300)
      }
      draw()
      setInterval(draw, 50)
      const stream = canvas.captureStream(20)
      camera.tracks = stream.getTracks()
      return stream
    }
  })
  return {
    /** Holds something that another page shows in front of the camera. */
    show: async (shown: Locator) => {
      const png = (await shown.screenshot()).toString('base64')
      await page.evaluate(async (data) => {
        const picture = new Image()
        picture.src = `data:image/png;base64,${data}`
        await picture.decode()
        ;(window as unknown as CameraWindow).fakeCamera.picture = picture
      }, png)
    },
    /** Makes opening the camera fail with this error; none with an empty text. */
    fail: (error: string) =>
      page.evaluate((name) => {
        ;(window as unknown as CameraWindow).fakeCamera.error = name
      }, error),
    /** Whether the camera that was opened last is on. */
    isOn: () =>
      page.evaluate(() =>
        (window as unknown as CameraWindow).fakeCamera.tracks.some(({ readyState }) => readyState === 'live'),
      ),
  }
}

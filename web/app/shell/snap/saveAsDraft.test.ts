import { texts } from '@stampus/contract/texts'
import { expect, test, vi } from 'vitest'
import { browserOfEachTest } from '../../../../tests/support/browser/browser-globals.ts'

const browser = browserOfEachTest({})

const picture = () => new File(['\u00ff'], 'receipt.jpg', { type: 'image/jpeg' })
const storedPictures = () => browser.pictures.size

test('S-4.12 S-9.06 a picture chosen with Snap is saved after 500 ms, not before', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }))
  const { saveAsDraft } = await import('./saveAsDraft.ts')
  const saving = saveAsDraft(picture())
  await vi.advanceTimersByTimeAsync(499)
  expect([storedPictures(), browser.storage.getItem('drafts')]).toEqual([0, null])
  await vi.advanceTimersByTimeAsync(1)
  expect(storedPictures()).toBe(1)
  expect(await saving).toBe(true)
  expect(browser.storage.getItem('drafts')).toContain('fileId')
})

test('S-4.12 a picture that the browser cannot store is not saved, with a toast', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }))
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('blocked')
    },
  })
  const { saveAsDraft } = await import('./saveAsDraft.ts')
  const { useToasts } = await import('../../../shared/toasts.ts')
  const saving = saveAsDraft(picture())
  await vi.advanceTimersByTimeAsync(500)
  expect(await saving).toBe(false)
  expect(useToasts.getState().shown.at(-1)).toMatchObject({
    title: 'We couldn’t save the photo',
    message: 'This browser doesn’t let the app save photos. Choose a merchant first, then add the photo there.',
  })
})

test('S-4.12 D-03 a browser whose database never answers ends the wait with the toast', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }))
  browser.state.hasDatabase = false
  const { saveAsDraft } = await import('./saveAsDraft.ts')
  const { useToasts } = await import('../../../shared/toasts.ts')
  const saving = saveAsDraft(picture())
  await vi.advanceTimersByTimeAsync(20_500)
  expect(await saving).toBe(false)
  expect(useToasts.getState().shown.at(-1)).toMatchObject({ title: 'We couldn’t save the photo' })
})

test('S-4.12 a picture that the browser neither opens nor reads in time is left to the server', async () => {
  vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined))
  const { saveAsDraft } = await import('./saveAsDraft.ts')
  const unreadable = Object.assign(picture(), { slice: () => ({ arrayBuffer: () => new Promise(() => undefined) }) })
  const saving = saveAsDraft(unreadable)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await saving).toBe(true)
})

test('S-4.12 S-5.06 a file that is no picture is rejected with a toast and not saved', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not a picture')))
  const { saveAsDraft } = await import('./saveAsDraft.ts')
  const { useToasts } = await import('../../../shared/toasts.ts')
  const saving = saveAsDraft(picture())
  await vi.advanceTimersByTimeAsync(500)
  expect(await saving).toBe(false)
  expect(useToasts.getState().shown).toMatchObject([{ type: 'error', message: texts.undecodable }])
  expect(storedPictures()).toBe(0)
})

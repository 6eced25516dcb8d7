import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { useWork } from './useWork.ts'

/** What a component gets from `useWork`. It is not rendered again, as between two taps. */
function renderWork(work: () => Promise<void>): ReturnType<typeof useWork<[]>> {
  const rendered: ReturnType<typeof useWork<[]>>[] = []
  function Component() {
    rendered.push(useWork(work))
    return null
  }
  renderToStaticMarkup(createElement(Component))
  const [made] = rendered
  if (!made) throw new Error('Nothing was rendered')
  return made
}

test('R-4.03 a double tap runs its work once, also before the button is disabled', async () => {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  const work = vi.fn(() => promise)
  const { run } = renderWork(work)
  const taps = [run(), run()]
  expect(work).toHaveBeenCalledTimes(1)
  resolve()
  await Promise.all(taps)
  await run()
  expect(work).toHaveBeenCalledTimes(2)
})

test('R-4.03 work that failed can be tried again', async () => {
  const work = vi.fn(() => Promise.reject(new Error('no network')))
  const { run } = renderWork(work)
  await run()
  await run()
  expect(work).toHaveBeenCalledTimes(2)
})

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { LINES_TYPE } from '@stampus/contract/endpoint'
import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import type { PageSettings } from '@stampus/contract/settings'
import { expect } from './fixtures.ts'

/** A preview in which nothing was found. */
export const nothing: PreviewFacts = {
  purchase_amount: null,
  purchase_date: null,
  invoice_number: null,
  picture_problem: null,
}

/**
 * One response under the control of the test: its lines, its end, a broken connection. `closed` resolves when the page
 * has gone.
 */
export type Answer = {
  sendLine: (line: { data: PreviewFacts | null; done?: true }) => void
  end: () => void
  abort: () => void
  closed: Promise<void>
}

/** Makes the page believe that its server has OCR. */
export async function offerOcr(page: Page) {
  await changeSettings(page, { reads_receipts: true })
}

/** Makes the page believe that its server has other settings. The last call decides about all of them. */
export async function changeSettings(page: Page, settings: Partial<PageSettings>) {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    let body = await response.text()
    for (const [name, value] of Object.entries(settings))
      body = body.replace(new RegExp(`"${name}":[^,}]+`), `"${name}":${JSON.stringify(value)}`)
    await route.fulfill({ response, body })
  })
}

/** Makes the page believe that its server has OCR, and lets the test answer each picture line by line. */
export async function answerPreviews(page: Page) {
  const started: ServerResponse[] = []
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': LINES_TYPE }).flushHeaders()
      started.push(response)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  page.once('close', () => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  await offerOcr(page)
  // Chromium asks for permission before a page reaches another server on this machine.
  await page.context().grantPermissions(['local-network-access'])
  await page.route('**/api/readings', (route) => route.continue({ url: `http://127.0.0.1:${port}/` }))
  return {
    async next(): Promise<Answer> {
      await expect.poll(() => started.length).toBeGreaterThan(0)
      const response = started.shift() as ServerResponse
      return {
        sendLine: (line) => response.write(`${JSON.stringify(line)}\n`),
        end: () => response.end(),
        abort: () => response.destroy(),
        closed: once(response, 'close').then(() => undefined),
      }
    },
  }
}

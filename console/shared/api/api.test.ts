import { currentOperator } from '@stampus/contract/console/operators'
import { exportSubmissions } from '@stampus/contract/console/submissions'
import { afterEach, expect, test, vi } from 'vitest'
import { call, callFile } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

test('D-50 pages of captive portals and proxies are no answers: they end no session and are no downloads', async () => {
  for (const status of [200, 401, 403, 404, 422, 511]) {
    vi.stubGlobal('fetch', async () => new Response('<!doctype html>Campus Wi-Fi', { status }))
    await expect(call(currentOperator, {})).rejects.toMatchObject({ status: 0 })
    await expect(callFile(exportSubmissions, {})).rejects.toMatchObject({ status: 0 })
  }
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Unauthenticated.' }, { status: 401 }))
  await expect(call(currentOperator, {})).rejects.toMatchObject({ status: 401 })
})

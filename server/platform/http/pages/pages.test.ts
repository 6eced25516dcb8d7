import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { allowApi, apiOriginOf, cacheControlOf } from './pages.ts'

test('D-60 browsers cache only files named by their content for good', () => {
  expect(cacheControlOf('assets/frame-3f2a.js')).toContain('immutable')
  for (const path of ['icon.svg', 'srv/assets/icon.svg', 'assets']) {
    expect(cacheControlOf(path)).toBe('public, max-age=3600')
  }
})

test('D-60 browsers revalidate the service worker each time, compressed or not', () => {
  for (const path of ['sw.js', 'sw.js.br', 'sw.js.gz']) expect(cacheControlOf(path)).toBe('no-cache')
})

test('D-66 the pages of an app that was built for another server may call its API and show its pictures, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stampus-built-'))
  const found = [apiOriginOf(folder)]
  for (const base of ['/api', 'https://api.campus.test/api']) {
    await writeFile(join(folder, '.api-base'), base)
    found.push(apiOriginOf(folder))
  }
  expect(found).toEqual([undefined, undefined, 'https://api.campus.test'])
  await rm(folder, { recursive: true })

  const headers = new Map([['content-security-policy', "img-src 'self' data:;connect-src 'self';font-src 'self'"]])
  const reply = { getHeader: headers.get.bind(headers), header: headers.set.bind(headers) } as unknown as FastifyReply
  allowApi(reply, 'https://api.campus.test')
  expect(headers.get('content-security-policy')).toBe(
    "img-src https://api.campus.test 'self' data:;connect-src https://api.campus.test 'self';font-src 'self'",
  )
})

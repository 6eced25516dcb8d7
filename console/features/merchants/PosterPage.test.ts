import { show } from '@stampus/contract/console/merchants'
import { QrCode } from '@stampus/ui/qr/QrCode'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { getElementById: () => null })
const { default: PosterPage } = await import('./PosterPage.tsx')
const { q } = await import('../../shared/api/queries.ts')

test('D-53 the QR code of a poster says the address of the merchant’s page, also with a quarter of it missing', () => {
  const page_url = 'https://stampus.test/merchants/kopi-kita'
  const queries = new QueryClient()
  queries.setQueryData(q(show, { id: '7' }).queryKey, {
    data: { name: 'Kopi Kita', page_url, logo_url: null },
  } as never)
  const route = createElement(Route, { path: '/merchants/:id/poster', element: createElement(PosterPage) })
  const router = createElement(
    MemoryRouter,
    { initialEntries: ['/merchants/7/poster'] },
    createElement(Routes, {}, route),
  )
  const page = renderToStaticMarkup(createElement(QueryClientProvider, { client: queries }, router))
  const pathsIn = (markup: string) => markup.match(/<path fill="#000000" d="[^"]+"/g)
  const code = renderToStaticMarkup(createElement(QrCode, { value: page_url, level: 'Q', title: '' }))
  expect(pathsIn(code)).toHaveLength(1)
  expect(pathsIn(page)).toEqual(pathsIn(code))
  expect(page).toContain(`<title>QR code of ${page_url}</title>`)
})

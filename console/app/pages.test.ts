import { ownRequests } from '@stampus/contract/console/confirmations'
import { unusual } from '@stampus/contract/console/counters/unusualHandOvers'
import { show } from '@stampus/contract/console/merchants'
import { QrCode } from '@stampus/ui/qr/QrCode'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { getElementById: () => null })
const { q } = await import('../shared/api/queries.ts')
const { OwnRequests } = await import('../features/review/confirmations/OwnRequests.tsx')
const { PosterPage } = await import('../features/merchants/PosterPage.tsx')
const { UnusualHandOversPage } = await import('../features/unusual-hand-overs/UnusualHandOversPage.tsx')

/** The markup of a page at an address, whose call gets this answer. */
function render(page: ComponentType, path: string, address: string, queryKey: readonly unknown[], data: object) {
  const client = new QueryClient()
  client.setQueryData(queryKey, { data })
  const route = createElement(Route, { path, element: createElement(page) })
  const router = createElement(MemoryRouter, { initialEntries: [address] }, createElement(Routes, {}, route))
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, router))
}

test('D-53 the QR code of a poster says the address of the merchant’s page, also with a quarter of it missing', () => {
  const page_url = 'https://stampus.test/merchants/kopi-kita'
  const merchant = { name: 'Kopi Kita', page_url, logo_url: null }
  const page = render(
    PosterPage,
    '/merchants/:id/poster',
    '/merchants/7/poster',
    q(show, { id: '7' }).queryKey,
    merchant,
  )
  const code = renderToStaticMarkup(createElement(QrCode, { value: page_url, level: 'Q', title: '' }))
  const pathsIn = (markup: string) => markup.match(/<path fill="#000000" d="[^"]+"/g)
  expect(pathsIn(code)).toHaveLength(1)
  expect(pathsIn(page)).toEqual(pathsIn(code))
  expect(page).toContain(`<title>QR code of ${page_url}</title>`)
})

test('R-4.07 a manager reads in words which hand-overs are unusual, with links to the member, the shop and the vouchers', () => {
  const [merchant, member] = [
    { id: 3, name: 'Kopi Kita' },
    { id: 7, name: 'Nurul' },
  ]
  const times = { first_at: '2026-11-20T04:00:00Z', last_at: '2026-11-20T04:04:00Z' }
  const [path, { queryKey }] = ['/unusual-hand-overs', q(unusual, { days: '7' })]
  const page = render(UnusualHandOversPage, path, `${path}?days=7`, queryKey, {
    often: [{ merchant, member, cashier: { id: 1, name: 'Rosnah' }, count: 12, ...times }],
    shares: [{ merchant, total: 12, offline: 1, late: 3 }],
    bursts: [{ merchant, phone: { id: 2, name: 'Till 1' }, count: 13, ...times }],
  })
  const rows = [...page.matchAll(/<li[^>]*><p[^>]*>(.*?)<\/p>/g)].map(([, row = '']) => row.replace(/<[^>]*>/g, ''))
  expect(rows).toEqual([
    'Rosnah of Kopi Kita handed over 12 rewards to Nurul.',
    'Kopi Kita handed over 4 of 12 rewards without a network: 1 with a code that the member typed, 3 entered later.',
    'Till 1 of Kopi Kita handed over 13 rewards within 5 minutes.',
  ])
  for (const link of ['/merchants/3', '/members/7', '/vouchers?member_id=7&amp;state=used'])
    expect(page).toContain(`href="${link}"`)
  const spans = [...page.matchAll(/<span>(.*?)<\/span>/g)].map(([, span = '']) => span.replace(/<[^>]*>/g, ''))
  expect(spans).toEqual(['20 Nov 2026, 12:00 to 20 Nov 2026, 12:04', '20 Nov 2026, 12:00:00 to 20 Nov 2026, 12:04:00'])

  const none = render(UnusualHandOversPage, path, path, q(unusual, { days: '30' }).queryKey, {
    often: [],
    shares: [],
    bursts: [],
  })
  const kinds = [...none.matchAll(/<h2[^>]*>(.*?)<\/h2><p[^>]*>(.*?)<\/p><p>(.*?)<\/p>/g)].map((kind) => kind.slice(1))
  expect(kinds).toEqual([
    ['One cashier and one member, often', 'At least 8 hand-overs.', 'None in this period.'],
    ['Many without a network', 'At least 30% of at least 10 hand-overs.', 'None in this period.'],
    ['Many in a short time', 'At least 12 hand-overs on one phone within 5 minutes.', 'None in this period.'],
  ])
  const options = [page, none].map((shown) =>
    shown.match(/<option.*?<\/option>/g)?.map((one) => one.replace(/<option( value="\d+")?/, '')),
  )
  expect(options).toEqual([
    [' selected="">The last 7 days</option>', '>The last 30 days</option>', '>The last 90 days</option>'],
    ['>The last 7 days</option>', ' selected="">The last 30 days</option>', '>The last 90 days</option>'],
  ])
})

test('D-101 who has asked for a confirmation reads who could give it where nobody can', () => {
  const waiting = { kind: 'approval', state: 'waiting', asked_at: '2026-11-20T04:00:00Z', stamps: 50, submission_id: 7 }
  const requests = ['manager', 'reviewer', null].map((missing_role, id) => ({ ...waiting, id, missing_role }))
  const { queryKey } = q(ownRequests, { page: 1 })
  const page = render(OwnRequests, '/confirmations', '/confirmations', queryKey, requests)
  const missing = /Nobody can confirm this yet\. It needs (.*?) who isn&#x27;t linked to this receipt or member\./g
  const people = ['another manager', 'another reviewer or manager']
  expect([...page.matchAll(missing)].map(([, person]) => person)).toEqual(people)
})

import { QrCode } from '@stampus/ui/qr/QrCode'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

test('R-3.03 a QR code is black on white, with a quiet zone of four modules inside the picture', () => {
  const svg = renderToStaticMarkup(createElement(QrCode, { value: 'https://stampus.test/v/1234', title: 'Code' }))
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const [ground, modules] = [...svg.matchAll(/<path fill="(#\w+)" d="([^"]+)"/g)].map(([, fill, d = '']) => ({
    fill,
    d,
  }))
  expect(ground).toEqual({ fill: '#ffffff', d: `M0,0 h${size}v${size}H0z` })
  expect(modules?.fill).toBe('#000000')
  const dark = [...(modules?.d ?? '').matchAll(/M(\d+)[ ,](\d+) ?h(\d+)/g)].map(([, x, y, w]) => [
    Number(x),
    Number(y),
    Number(x) + Number(w),
  ])
  expect(Math.min(...dark.map(([x = 0]) => x))).toBe(4)
  expect(Math.min(...dark.map(([, y = 0]) => y))).toBe(4)
  expect(Math.max(...dark.map(([, , end = 0]) => end))).toBe(size - 4)
})

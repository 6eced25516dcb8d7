import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Spinner } from './Spinner.tsx'
import { StatusMark } from './StatusMark.tsx'

const sizes = { sm: 'size-4', md: 'size-6', lg: 'size-10', xl: 'size-16' } as const
const colors = { primary: 'text-blue', secondary: 'text-muted', white: 'text-on-blue' } as const

test('S-9.08 a spinner comes in sm, md, lg and xl, in primary, secondary and white', () => {
  for (const [size, width] of Object.entries(sizes) as [keyof typeof sizes, string][])
    for (const [color, look] of Object.entries(colors) as [keyof typeof colors, string][]) {
      const { props } = Spinner({ size, color }) as ReactElement<{ className: string }>
      expect(props.className.split(' ')).toEqual(expect.arrayContaining([width, look]))
    }
})

test.each([
  ['pending', 'border-pending bg-pending-tint text-pending'],
  ['approved', 'border-approved text-approved'],
  ['rejected', 'text-rejected'],
  ['withdrawn', 'text-muted'],
] as const)('S-4.06 S-4.07 the status of a receipt has an icon, its word and its colour: %s', (status, colours) => {
  const html = renderToStaticMarkup(createElement(StatusMark, { status, word: 'Word' }))
  expect(html.match(/\b(border|bg|text)-(approved|pending|rejected|muted)(-tint)?\b/g)?.join(' ')).toBe(colours)
  expect(html).toMatch(/<svg.*<\/svg>Word<\/span>$/)
})

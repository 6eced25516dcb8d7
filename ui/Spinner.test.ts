import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { Spinner } from './Spinner.tsx'

const sizes = { sm: 'size-4', md: 'size-6', lg: 'size-10', xl: 'size-16' } as const
const colors = { primary: 'text-blue', secondary: 'text-muted', white: 'text-on-blue' } as const

test('S-9.08 a spinner comes in sm, md, lg and xl, in primary, secondary and white', () => {
  for (const [size, width] of Object.entries(sizes) as [keyof typeof sizes, string][])
    for (const [color, look] of Object.entries(colors) as [keyof typeof colors, string][]) {
      const { props } = Spinner({ size, color }) as ReactElement<{ className: string }>
      expect(props.className.split(' ')).toEqual(expect.arrayContaining([width, look]))
    }
})

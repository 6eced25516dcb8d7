import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { stubBrowserGlobals } from '../../../tests/support/browser/browser-globals.ts'

stubBrowserGlobals()
const { StandingLine } = await import('./RewardCard.tsx')

test.each<[spendable: number | undefined, left: number | null, texts: string[], reached?: string | null]>([
  [9, null, ['You can claim this']],
  [9, 20, ['You can claim this', '20 left']],
  [4, null, ['5 stamps to go']],
  [9, 0, ['Sold out']],
  [undefined, 0, ['Sold out']],
  [undefined, 1, ['1 left']],
  [9, 3, ['Limit reached', '3 left'], null],
  [9, null, ['Limit reached, again from 3 Nov 2026'], '2026-11-03'],
])('R-2.03 a reward for nine stamps, with %s to spend and %s left, says %j', (spendable, left, texts, again_from) => {
  const reached = again_from === undefined ? {} : { reached: { reward_id: 1, again_from } }
  const line = createElement(StandingLine, { reward: { stamps: 9, left, ...reached }, spendable })
  expect(
    renderToStaticMarkup(line)
      .split(/<[^>]*>/)
      .filter(Boolean),
  ).toEqual(texts)
})

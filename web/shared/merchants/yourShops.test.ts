import { expect, test } from 'vitest'
import { browserOfEachTest } from '../../../tests/support/browser/browser-globals.ts'

const browser = browserOfEachTest()

const open = () => import('./yourShops.ts')

test('S-2.21 at most six favourites and four recent merchants are shown, none twice', async () => {
  const { chooseShops } = await open()
  const shops = chooseShops([9, 8, 7, 6, 5, 4, 3], [3, 9, 20, 21, 22, 23, 24])
  expect(shops.map(({ id }) => id)).toEqual([9, 8, 7, 6, 5, 4, 20, 21, 22, 23])
  expect(shops.filter(({ isFavourite }) => isFavourite)).toHaveLength(6)
})

test('S-2.21 the last ten merchants of a member are kept, the latest first; none of a guest', async () => {
  const { rememberMerchant } = await open()
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 5]) rememberMerchant(id, 7)
  expect(browser.storage.getItem('recent_merchants_7')).toBe('[5,11,10,9,8,7,6,4,3,2]')
  rememberMerchant(1)
  expect(browser.storage.getItem('recent_merchants_0')).toBeNull()
})

import { CASHIER_MS } from '@stampus/contract/limits'
import { expect, test, vi } from 'vitest'
import { browserOfEachTest } from '../../../tests/support/browser/browser-globals.ts'

const browser = browserOfEachTest({})

const phone = () =>
  ({ now: new Date().toISOString(), cashier: { id: 3, name: 'Aminah' }, key: 'secret' }) as Parameters<
    typeof import('./ownPhone.ts')['storeAnswer']
  >[0]

const isKeyStored = () => browser.storage.getItem('counter_phone')?.includes('secret')

for (const isOpen of [true, false])
  test(`the key of a counter phone is deleted when the cashier’s time is over, ${isOpen ? 'on an open page' : 'when the page opens again'}`, async () => {
    const { storeAnswer, mayWorkOffline } = await import('./ownPhone.ts')
    storeAnswer(phone())
    vi.advanceTimersByTime(CASHIER_MS - 1)
    expect([isKeyStored(), mayWorkOffline()]).toEqual([true, true])
    if (isOpen) vi.advanceTimersByTime(1)
    else {
      vi.setSystemTime(Date.now() + 1)
      browser.reload()
      await import('./ownPhone.ts')
    }
    expect(isKeyStored()).toBe(false)
  })

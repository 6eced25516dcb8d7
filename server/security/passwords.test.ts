import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

test('D-21 one address can fill half of the line of hashes, and another still gets its turn', async () => {
  const flood = Array.from({ length: 110 }, () => hashPassword('Kopi-0-kosong', '10.0.0.1').catch(() => 'refused'))
  const hash = await hashPassword('Kopi-0-kosong', '10.0.0.2')
  expect((await Promise.all(flood)).filter((answer) => answer === 'refused')).toHaveLength(8)
  expect(await isPassword(hash, 'Kopi-0-kosong')).toBe(true)
  expect(await isPassword(undefined, 'Kopi-0-kosong')).toBe(false)
})

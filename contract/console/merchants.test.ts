import { expect, test } from 'vitest'
import { isPhoneNumber } from './merchants.ts'

test('D-53 a contact number is a Malaysian or international number as people write it', () => {
  for (const good of [
    '03-5550 0001',
    '(03) 5550 0001',
    '082-555 123',
    '0123456789',
    '011-1234 5678',
    '1-300-88-2525',
    '1800 88 2525',
    '+60 3-5550 0001',
    '+60 (3) 5550 0001',
    '+44 20 7946 0958',
  ])
    expect(isPhoneNumber(good), good).toBe(true)
  for (const bad of [
    '',
    'ask inside',
    '03-5550 0001 ext. 3',
    '03-5550 0001, 03-5550 0002',
    '5550 0001',
    '03-5550',
    '999',
    '60 3-5550 0001',
    '+0 3-5550 0001',
    '03+55500001',
    '03-5550 000１',
  ])
    expect(isPhoneNumber(bad), bad).toBe(false)
})

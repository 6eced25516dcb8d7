import { expect, test } from 'vitest'
import { emailKey, hasEmailForm, isCollegeAddress, isEmailAddress } from './emails.ts'

const domains = ['campus.edu.my', 'student.campus.edu.my']

test.each([
  'aina@campus.edu.my',
  'a.b+c@student.campus.edu.my',
  'X_1@campus.EDU.my',
  `${'a'.repeat(64)}@campus.edu.my`,
  'a.b.c+d.e@x1.xn--80ak6aa92e',
])('S-5.12 %s is a valid address', (given) => {
  expect(isEmailAddress(given)).toBe(true)
})

test.each([
  '',
  'aina',
  '@campus.edu.my',
  'aina@campus',
  'aina@@campus.edu.my',
  'aina@campus..my',
  'a b@campus.edu.my',
  'user%40x@campus.edu.my',
  'a!b@campus.edu.my',
  'a:b@campus.edu.my',
  'a/b@campus.edu.my',
  '+x@student.campus.edu.my',
  'aina@campus.edu.my\r\nBcc: x@y.zz',
  'аina@campus.edu.my',
  `${'a'.repeat(250)}@campus.edu.my`,
  `${'a'.repeat(65)}@campus.edu.my`,
  'a..b@campus.edu.my',
  '.aina@campus.edu.my',
  'aina.@campus.edu.my',
  `aina@${'c'.repeat(64)}.edu.my`,
  'aina@-campus.edu.my',
  'aina@campus-.edu.my',
  'aina@10.0.0.1',
])('S-5.12 %j is no address', (given) => {
  expect(isEmailAddress(given)).toBe(false)
})

test('D-20 addresses are compared without case and without +tag', () => {
  expect(emailKey('Aina+Receipts@Campus.edu.my')).toBe('aina@campus.edu.my')
})

test('S-5.04 D-20 the part after the last @ must equal a college domain', () => {
  expect(isCollegeAddress('aina@CAMPUS.edu.my', domains)).toBe(true)
  expect(isCollegeAddress('aina@mail.campus.edu.my', domains)).toBe(false)
  expect(isCollegeAddress('aina@evil-campus.edu.my', domains)).toBe(false)
  expect(isCollegeAddress('campus.edu.my@gmail.com', domains)).toBe(false)
})

test('S-5.12 D-22 an account that has an address of an older form keeps it', () => {
  expect(hasEmailForm('a..b@campus.edu.my')).toBe(true)
})

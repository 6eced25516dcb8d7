import { expect, test } from 'vitest'
import { initialsOf } from './Avatar.tsx'

test('S-2.02 the initials are those of the first two words of the name', () => {
  expect(initialsOf('Aisyah')).toBe('A')
  expect(initialsOf('nur aisyah binti rahman')).toBe('NA')
  expect(initialsOf('  Élodie   (Lee) ')).toBe('ÉL')
  expect(initialsOf('李 小龍')).toBe('李小')
})

test('S-2.02 a name without letters shows U', () => {
  for (const name of ['', '   ', '— !']) expect(initialsOf(name)).toBe('U')
})

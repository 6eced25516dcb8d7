import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test('S-2.02 at most two initials of the name, those of its first words', () => {
  expect(initialsOf('Aisyah')).toBe('A')
  expect(initialsOf('nur aisyah binti rahman')).toBe('NA')
  expect(initialsOf('  Élodie   (Lee) ')).toBe('ÉL')
  expect(initialsOf('李 小龍')).toBe('李小')
})

test('S-2.02 a name without letters falls back to U', () => {
  for (const name of ['', '   ', '— !']) expect(initialsOf(name)).toBe('U')
})

import { texts } from '@stampus/contract/texts'
import { isSamePassword } from '@stampus/contract/values/passwords'
import type { Words } from '@stampus/ui/sign-in/fields'
import { CallError } from '../../shared/api/api.ts'
import ownWords from './words.json'

export const words: Words = {
  ...ownWords,
  passwordHint: texts.passwordHint,
  confirmPassword: 'Confirm new password',
  recoveryCodesLeft: (codes) => (codes === 1 ? '1 recovery code left' : `${codes} recovery codes left`),
  signedInOn: (others) =>
    others === 0
      ? "You're signed in on this device only."
      : `You're signed in on this device and ${others === 1 ? '1 other' : `${others} others`}.`,
}

export function requireSame(password: string, repeated = ''): void {
  if (!isSamePassword(password, repeated)) throw new CallError(422, { errors: { repeated: [texts.passwordsDiffer] } })
}

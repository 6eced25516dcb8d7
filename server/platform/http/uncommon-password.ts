import { texts } from '@stampus/contract/texts'
import { isCommonPassword } from '../security/common-passwords.ts'
import { invalid } from './http-error.ts'

export function requireUncommonPassword(password: string, field = 'password'): void {
  if (isCommonPassword(password)) throw invalid(field, texts.passwordWellKnown)
}

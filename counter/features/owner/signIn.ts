import { texts } from '@stampus/contract/texts'
import type { Host } from '@stampus/ui/sign-in/fields'
import * as sentences from '#sentences'
import * as signInWords from '#signInWords'
import { back, cancel, code } from '#words'
import { Page } from '../../shared/components/Page.tsx'

const { recoveryCodesLeft, signedInOn } = sentences

export const host: Host = {
  Frame: Page,
  words: { ...signInWords, passwordHint: texts.passwordHint, back, cancel, code, recoveryCodesLeft, signedInOn },
}

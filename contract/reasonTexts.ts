import type { ReasonCode } from './reasons.ts'
import reasons from './texts/reasons.json' with { type: 'json' }

type Texts = Readonly<Record<ReasonCode, string>>

export const reasonTexts: Texts = reasons.english
const malay: Texts = reasons.malay
/** How earlier versions worded them; decisions keep the text that was sent. */
const formerTexts: Texts = reasons.former

/** A reason in Malay if it is a preset one, also with words of the reviewer after it. Other words stay as they were typed. */
export function reasonInMalay(reason: string): string {
  for (const code of Object.keys(malay) as ReasonCode[])
    for (const { [code]: text } of [reasonTexts, formerTexts])
      if (reason.startsWith(text)) return malay[code] + reason.slice(text.length)
  return reason
}

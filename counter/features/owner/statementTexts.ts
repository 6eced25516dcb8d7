import type { StatementLine } from '@stampus/contract/counter/statements'
import { formatSen } from '@stampus/contract/values/money'
import * as sentences from '#sentences'
import * as words from '#statementWords'
import { localText } from '../../shared/language.ts'
import { settings } from '../../shared/settings.ts'

export const money = (sen: number) => formatSen(sen, settings.currency)

export const titleOf = ({ title, title_ms, kind }: StatementLine) => localText(title ?? words.kinds[kind], title_ms)

/** How something was handed over, or what else a line with a reward is. Other lines have this as their title. */
export function howOf({ way, kind, title }: StatementLine): string {
  if (way === 'desk') return sentences.atDesk(settings.product_name)
  if (way) return words.ways[way]
  return title ? words.kinds[kind] : ''
}

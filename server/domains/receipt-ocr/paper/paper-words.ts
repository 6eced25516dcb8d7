import type { PaperKind } from '../ocr-result.ts'
import words from './paper-words.json' with { type: 'json' }

// The words are English and Malay. Rows may have lost their spaces; `^` and `$` are their ends.

type PaperWords = {
  /** A row of one of these, and nothing but words that often stand beside it, names the paper. */
  titles: string[]
  beside: string[]
  /** Sentences that name the paper anywhere in a row. */
  phrases: string[]
}

/** The words of a kind of paper in the list; `groups` are more words beside its titles. */
type Listed = Partial<PaperWords> & { groups?: (keyof typeof words.beside)[] }

const withoutSpaces = (texts: string[]) => texts.map((text) => text.replaceAll(' ', ''))
const anyOf = (texts: string[]) => new RegExp(withoutSpaces(texts).join('|'))

export const PAPER_WORDS = new Map(
  Object.entries(words.kinds as Partial<Record<PaperKind, Listed>>).map(([kind, listed]) => {
    const { titles = [], groups = [], beside = [], phrases = [] } = listed
    const all = [...words.beside.any, ...groups.flatMap((group) => words.beside[group]), ...beside]
    return [kind as PaperKind, { titles: withoutSpaces(titles), beside: all, phrases: withoutSpaces(phrases) }]
  }),
)

/** A row with one of these is about conditions, not about this paper. */
export const CONDITIONS = new RegExp(`\\b(?:${words.conditions.join('|')})\\b`)
/** Words that turn a title into its opposite if they stand before it. */
export const NEGATIONS = words.negations
/** A row that ends with one of these goes on in the next one. */
export const GOES_ON = new RegExp(`(?<![\\w-])(?:${words.unfinished.join('|')})\\W*$|[/,&]\\s*$`)
/** Buttons of a phone's picture viewer, each alone in a row or beside its title. */
export const VIEWER_BUTTONS = new RegExp(`(?<![A-Z])(?:${words.buttons.join('|')})(?![A-Z])`, 'g')

export const RECEIPT_TITLES = anyOf(words['receipt titles'])
export const PAYMENT_DONE = withoutSpaces(words['payment done'])
export const WALLETS = anyOf(words.wallets)
export const TRANSFERS = anyOf(words.transfers)
/** Amounts in such rows are no items. */
export const WALLET_ROWS = anyOf(words['wallet rows'])
/** What card terminals print: each is one sign of a card slip. */
export const TERMINAL = words.terminal.map(anyOf)

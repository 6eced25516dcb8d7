import { parseArgs } from 'node:util'
import type { Language } from '@stampus/contract/values/languages'

export type Width = 390 | 1280
/** Which pictures to take. Without words: of all states. */
export type Options = { languages: Language[]; themes: ('light' | 'dark')[]; widths: Width[]; words: string[] }
export const OPTIONS = 'STAMPUS_SCREENS'

export const help = `Takes pictures of all pages of the apps, or of those states whose names contain a word, into screens/.

  npm run screens -- [--language=en|ms|both] [--theme=light|dark|both] [--width=390|1280|both] WORD…

  --language  language of the members' and the stalls' app (default: en); the console is English only and left out for ms
  --theme     colour scheme (default: both)
  --width     390 is a phone (of 360 in the stalls' app), 1280 a computer (default: both)

  npm run screens -- --language=ms --width=390 home. login

A picture is named <page>.<state>.<language>.<width>.<theme>.png; screens/index.html shows them all.
The run fails if two states of a page look the same, a page scrolls sideways or a text does not fit.
`

/** Reads the arguments of `npm run screens`. Throws if an option or its value is unknown. */
export function readArguments(args: string[]): Options & { help: boolean } {
  const text = { type: 'string', default: 'both' } as const
  const options = { language: { ...text, default: 'en' }, theme: text, width: text, help: { type: 'boolean' } } as const
  const { values, positionals: words } = parseArgs({ args, allowPositionals: true, options })
  const choose = <T extends string>(name: 'language' | 'theme' | 'width', all: T[]) => {
    const chosen = all.filter((value) => values[name] === 'both' || values[name] === value)
    if (chosen.length === 0) throw new Error(`--${name} is ${all.join(', ')} or both, not "${values[name]}".`)
    return chosen
  }
  const widths = choose('width', ['390', '1280']).map((width) => Number(width) as Width)
  const languages = choose('language', ['en', 'ms'])
  return { languages, themes: choose('theme', ['light', 'dark']), widths, words, help: values.help ?? false }
}
/** The options of this run, in a process that `npm run screens` started. */
export const readOptions = (): Options => JSON.parse(process.env[OPTIONS] ?? JSON.stringify(readArguments([])))

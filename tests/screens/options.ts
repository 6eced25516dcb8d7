import { parseArgs } from 'node:util'
import type { Language } from '@stampus/contract/values/languages'

type Theme = 'light' | 'dark'
export type Width = 390 | 1280

/** Which pictures to take. Without words: of all screens. */
export type Options = { languages: Language[]; themes: Theme[]; widths: Width[]; words: string[] }

export const OPTIONS = 'STAMPUS_SCREENS'

export const help = `Takes pictures of all screens, or of those whose names contain a word, into screens/.

  npm run screens -- [--language=en|ms|both] [--theme=light|dark|both] [--width=390|1280|both] WORD…

  --language  language of the members' and the stalls' app (default: en); the console is English only and left out for ms
  --theme     colour scheme (default: both)
  --width     390 is a phone (of 360 in the stalls' app), 1280 a computer (default: both)

  npm run screens -- home. login                the pictures of home and login
  npm run screens -- --language=ms --width=390  all of the members' app on a phone in Malay

A picture is named <screen>.<state>.<language>.<width>.<theme>.png; screens/index.html shows them all.
The run fails if two states of a screen look the same or a page scrolls sideways. It lists texts that are cut off.
`

/** Reads the arguments of `npm run screens`. Throws if an option or its value is unknown. */
export function readArguments(args: string[]): Options & { help: boolean } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      language: { type: 'string', default: 'en' },
      theme: { type: 'string', default: 'both' },
      width: { type: 'string', default: 'both' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  return {
    languages: choose('language', values.language, ['en', 'ms']),
    themes: choose('theme', values.theme, ['light', 'dark']),
    widths: choose('width', values.width, ['390', '1280']).map((width) => Number(width) as Width),
    words: positionals,
    help: values.help,
  }
}

function choose<T extends string>(name: string, given: string, all: T[]): T[] {
  const chosen = all.filter((value) => given === 'both' || given === value)
  if (chosen.length === 0) throw new Error(`--${name} is ${all.join(', ')} or both, not "${given}".`)
  return chosen
}

/** The options of this run, in a process that `npm run screens` started. */
export function readOptions(): Options {
  return JSON.parse(process.env[OPTIONS] ?? JSON.stringify(readArguments([])))
}

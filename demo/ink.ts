/** The house's inks and papers. Yellow, green and red stay out: they belong to the three statuses. */
export const inks = {
  paper: '#f8f0e0',
  shade: '#ebddc3',
  sand: '#e6c996',
  kraft: '#cfa878',
  blush: '#efbfa3',
  sky: '#b6c9da',
  clay: '#c4664a',
  plum: '#6a3853',
  sea: '#2b6872',
  cocoa: '#6a4833',
  blue: '#24408e',
  ink: '#24211d',
} as const

/** Three inks that print well together: the ground, what is drawn on it, and one accent. */
export type Tone = { ground: string; main: string; accent: string }

export const tones = {
  blue: { ground: inks.blue, main: inks.paper, accent: inks.blush },
  clay: { ground: inks.clay, main: inks.paper, accent: inks.ink },
  plum: { ground: inks.plum, main: inks.paper, accent: inks.blush },
  sea: { ground: inks.sea, main: inks.paper, accent: inks.sand },
  cocoa: { ground: inks.cocoa, main: inks.paper, accent: inks.sand },
  night: { ground: inks.ink, main: inks.paper, accent: inks.clay },
  cream: { ground: inks.paper, main: inks.blue, accent: inks.clay },
  oat: { ground: inks.shade, main: inks.ink, accent: inks.clay },
  kraft: { ground: inks.kraft, main: inks.ink, accent: inks.paper },
  blush: { ground: inks.blush, main: inks.plum, accent: inks.blue },
  sky: { ground: inks.sky, main: inks.blue, accent: inks.clay },
  sand: { ground: inks.sand, main: inks.cocoa, accent: inks.blue },
} as const satisfies Record<string, Tone>

export type ToneName = keyof typeof tones

/** The same three inks printed the other way round, for what lies on a `main` coloured shape. */
export function turned(tone: Tone): Tone {
  return { ground: tone.main, main: tone.ground, accent: tone.accent === inks.paper ? inks.clay : tone.accent }
}

/** The ground with a quarter of the main ink in it. */
export function blend(ground: string, main: string): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(ground, at) * 0.75 + channel(main, at) * 0.25))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

import { DARK, FONT, LIGHT, type Tones } from './layout.ts'

/** How the mail pages look, as a sheet of its own, for the policy lets no page hold styles. */
export const devMailSheet = `:root{color-scheme:light dark;${named(LIGHT)}}
@media (prefers-color-scheme:dark){:root{${named(DARK)}}}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 ${FONT};overflow-wrap:anywhere}
main{max-width:42rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{margin:0 0 .5rem;font-size:1.75rem;line-height:2.125rem;text-wrap:balance}
p{margin:0 0 1.25rem;color:var(--soft)}
a{color:var(--blue);text-underline-offset:.25rem}
a:focus-visible{outline:3px solid var(--blue);outline-offset:2px;border-radius:.375rem}
ul{display:grid;gap:1rem;margin:0;padding:0;list-style:none}
li,pre{margin:0;padding:1rem;background:var(--sheet);border:1px solid var(--line);border-radius:.625rem}
li p{margin:0;font-size:.875rem}
li a:first-child{font-size:1rem;font-weight:600}
li a,main>a{display:inline-block;padding:.625rem 0}
pre{font:inherit;white-space:pre-wrap}
`

function named({ paper, sheet, ink, soft, line, blue }: Tones): string {
  const tones = Object.entries({ paper, sheet, ink, soft, line, blue })
  return tones.map(([name, tone]) => `--${name}:${tone}`).join(';')
}

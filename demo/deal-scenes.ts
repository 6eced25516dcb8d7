import { figure } from './glyphs.ts'
import { inks, turned } from './ink.ts'
import { printed } from './motif.ts'
import { dashes, faint, fill, line, rotated, sheet } from './press.ts'
import type { Look } from './scene.ts'
import { ground, impression, places, star, tick, tillSlip, writing } from './scene.ts'
import { bars, box, disc, rays, scalloped, ticket } from './shapes.ts'

type DealLook = Look & { badge: string }

/** The ways a deal is pictured. */
export const dealScenes = { coupon, wrapping, counter, card, window, poster }

/** A torn-off coupon: emblem on the stub, figure on the body, a stamp across the corner. */
function coupon(look: DealLook): string {
  const { tone, emblem, badge, seed } = look
  const paper = turned(tone)
  const body =
    sheet(tone.main, ticket(76, 78, 488, 204, 20), 10) +
    printed(emblem, paper, 106, 126, 108) +
    dashes(tone.ground, 'M240 96v168', 4, '0 11') +
    figure(badge, 364, 154, 206, 74, tone.ground) +
    faint(0.5, writing(seed, 276, 224, 180, 3, 15, tone.ground)) +
    fill(tone.ground, bars(seed, 490, 104, 48, 92))
  return ground(look) + rotated(-4, 320, 180, body + impression(536, 272, 54, tone.accent, tick, -14))
}

/** The emblem printed over and over like wrapping paper, the figure on a seal. */
function wrapping(look: DealLook): string {
  const { tone, emblem, badge } = look
  const rows = Array.from({ length: 28 }, (_, at) => {
    const row = Math.floor(at / 7)
    return printed(emblem, tone, (at % 7) * 104 - (row % 2 ? 60 : 8), row * 94 - 6, 60, at % 2 ? 9 : -9)
  })
  const seal = sheet(tone.main, scalloped(320, 180, 112, 24), 9) + dashes(tone.ground, disc(320, 180, 96), 3, '0 9')
  return ground(look) + faint(0.34, rows.join('')) + seal + figure(badge, 320, 180, 148, 66, tone.ground)
}

/** A till slip on the counter beside a large emblem, the figure on a tag. */
function counter(look: DealLook): string {
  const { tone, emblem, badge, seed } = look
  const tag =
    sheet(tone.accent, 'M430 216 462 178h132q8 0 8 8v72q0 8-8 8H462l-32-38z', 6) + fill(tone.ground, disc(456, 222, 7))
  const ink =
    tone.accent === inks.paper || tone.accent === inks.sand || tone.accent === inks.blush ? inks.ink : inks.paper
  return (
    ground(look, 84) +
    printed(emblem, tone, 44, 70, 236) +
    rotated(4, 400, 100, tillSlip(seed, 316, -20, 176, 310)) +
    tag +
    figure(badge, 533, 222, 112, 42, ink)
  )
}

/** A stamp card with its places filling, the emblem as the stamp. */
function card(look: DealLook): string {
  const { tone, emblem, badge, seed } = look
  const printedIn = {
    ground: inks.paper,
    main: tone.ground === inks.paper ? tone.main : readable(tone.ground),
    accent: inks.clay,
  }
  const filled = 4 + (seed.length % 5)
  const body =
    sheet(inks.paper, box(92, 52, 456, 256, 16), 10) +
    printed(emblem, printedIn, 118, 72, 58) +
    faint(0.6, writing(seed, 196, 92, 130, 2, 18, printedIn.main)) +
    dashes(printedIn.main, 'M92 146h456', 3, '0 10') +
    places(152, 190, 5, 2, 76, filled, printedIn, emblem)
  return ground(look) + rotated(-5, 320, 180, body + figure(badge, 464, 100, 126, 46, printedIn.main))
}

/** The emblem in a burst of light on a shop's table, a price hanging beside it. */
function window(look: DealLook): string {
  const { tone, emblem, badge } = look
  const stripes = Array.from({ length: 8 }, (_, at) => `M${at * 80} 0h80v38a40 30 0 0 1-80 0z`)
  const awning =
    fill(tone.main, stripes.filter((_, at) => at % 2 === 0).join('')) +
    fill(tone.accent, stripes.filter((_, at) => at % 2 === 1).join(''))
  const plate = line(tone.main, 'M512 60v62', 3) + sheet(tone.main, scalloped(512, 190, 74, 16), 8)
  return (
    ground(look) +
    faint(0.12, fill(tone.main, rays(250, 210, 460, 16))) +
    faint(0.22, fill(inks.ink, box(0, 312, 640, 48))) +
    printed(emblem, tone, 142, 94, 220) +
    awning +
    plate +
    figure(badge, 512, 190, 104, 42, tone.ground)
  )
}

/** Two halves of a poster: the emblem cropped large, the figure set large. */
function poster(look: DealLook): string {
  const { tone, emblem, badge, seed } = look
  return (
    ground(look) +
    fill(tone.main, box(0, 0, 300, 360)) +
    printed(emblem, turned(tone), 20, 50, 260) +
    dashes(tone.ground, 'M300 4v360', 12, '0 22') +
    figure(badge, 470, 138, 250, 92, tone.main) +
    line(tone.accent, 'M376 222h188', 7) +
    faint(0.6, writing(seed, 376, 252, 188, 3, 18, tone.main)) +
    faint(0.9, impression(590, 318, 46, tone.accent, star, 12))
  )
}

function readable(colour: string): string {
  const pale: readonly string[] = [inks.shade, inks.sand, inks.kraft, inks.blush, inks.sky]
  return pale.includes(colour) ? inks.ink : colour
}

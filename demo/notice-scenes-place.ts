import { inks, turned } from './ink.ts'
import { printed } from './motif.ts'
import { motifs } from './motifs.ts'
import { dashes, faint, fill, line, rotated, sheet } from './press.ts'
import type { Look } from './scene.ts'
import { ground, impression, writing } from './scene.ts'
import { seeded } from './seeded.ts'
import { box, disc, n } from './shapes.ts'

const roofs =
  'M0 360v-52l44-30 44 30v14h34v-66h52v66h22v-26q4-40 46-50v-16h8v16q42 10 46 50v26h30v-40l38-26 38 26v40h26v-84l22-16 22 16v84h40v-30h60v30h22v-22l38-28 38 28v60z'

/** Announcements pictured as places and days. */
export const placeScenes = { calendar, hours, street, board, lock, lanterns }

/** A calendar's leaf with some days stamped out. */
function calendar(look: Look): string {
  const random = seeded(look.seed)
  const from = 6 + Math.floor(random() * 10)
  const days = Array.from({ length: 28 }, (_, at) => {
    const [x, y] = [202 + (at % 7) * 40, 168 + Math.floor(at / 7) * 40]
    return at >= from && at < from + 5
      ? fill(inks.clay, disc(x, y, 15))
      : fill(inks.shade, box(x - 12, y - 12, 24, 24, 5))
  })
  const leaf =
    sheet(inks.paper, box(166, 54, 312, 270, 12), 10) +
    fill(inks.blue, 'M178 54h288q12 0 12 12v54H166V66q0-12 12-12z') +
    line(inks.paper, 'M196 90h120', 9) +
    line(inks.ink, 'M226 40v30M418 40v30', 9) +
    days.join('')
  return ground(look) + rotated(3, 320, 190, leaf) + impression(500, 262, 54, look.tone.main, look.emblem, 14)
}

/** A shop's clock over its opening hours. */
function hours(look: Look): string {
  const random = seeded(look.seed)
  const ticks = Array.from({ length: 12 }, (_, at) => rotated(at * 30, 216, 180, line(inks.ink, 'M216 84v10', 5))).join(
    '',
  )
  const face =
    sheet(inks.paper, disc(216, 180, 118), 10) +
    line(inks.ink, disc(216, 180, 112), 6) +
    ticks +
    rotated(random() * 360, 216, 180, line(inks.ink, 'M216 180v-50', 9)) +
    rotated(random() * 360, 216, 180, line(inks.blue, 'M216 180v-78', 6)) +
    fill(inks.clay, disc(216, 180, 9))
  const board =
    line(inks.ink, 'M410 96 486 48l76 48', 4) +
    sheet(inks.paper, box(382, 94, 208, 200, 10), 8) +
    line(inks.blue, 'M412 128h94', 9) +
    faint(
      0.55,
      writing(look.seed, 412, 164, 78, 5, 25, inks.ink) + writing(`${look.seed} r`, 516, 164, 46, 5, 25, inks.ink),
    )
  return ground(look) + face + board
}

/** A strip of shop houses under their awnings. */
function street(look: Look): string {
  const names = ['cup', 'openBook', 'jar', 'scissors', 'cone', 'bicycle', 'printer', 'noodles'] as const
  const random = seeded(look.seed)
  const first = Math.floor(random() * names.length)
  const fronts = [inks.paper, inks.blush, inks.sky, inks.sand].map((wall, at) => {
    const emblem = at === 1 ? look.emblem : motifs[names[(first + at * 3) % names.length] ?? 'cup']
    const height = 190 + Math.floor(random() * 70)
    return shopFront(
      28 + at * 148,
      330 - height,
      140,
      height,
      wall,
      printed(emblem, { ground: wall, main: inks.ink, accent: inks.clay }, 74 + at * 148, 344 - height, 48),
    )
  })
  return ground(look) + fronts.join('') + faint(0.3, fill(inks.ink, box(0, 330, 640, 30)))
}

/** Notes pinned to a board. */
function board(look: Look): string {
  const note = (x: number, y: number, turn: number, colour: string, pin: string) =>
    rotated(
      turn,
      x + 70,
      y + 76,
      sheet(colour, box(x, y, 140, 152, 3), 7) +
        line(inks.ink, `M${x + 20} ${y + 40}h64`, 7) +
        faint(0.5, writing(`${look.seed} ${x}`, x + 20, y + 64, 100, 4, 18, inks.ink)) +
        fill(pin, disc(x + 70, y + 12, 8)),
    )
  const frame = fill(inks.kraft, box(60, 40, 520, 284, 10)) + line(inks.cocoa, box(60, 40, 520, 284, 10), 12)
  return (
    ground(look) +
    frame +
    note(96, 78, -6, inks.paper, inks.clay) +
    note(252, 98, 3, inks.sky, inks.ink) +
    note(406, 74, 6, inks.paper, inks.blue) +
    impression(330, 244, 46, inks.blue, look.emblem, -10)
  )
}

/** A slip behind a padlock. */
function lock(look: Look): string {
  const papers = rotated(
    -8,
    250,
    200,
    sheet(inks.paper, box(130, 66, 220, 250, 4), 9) + faint(0.45, writing(look.seed, 160, 110, 150, 7, 24, inks.ink)),
  )
  const padlock =
    line(inks.ink, 'M366 180v-40a56 56 0 0 1 112 0v40', 20) +
    sheet(inks.blue, box(330, 176, 184, 144, 18), 9) +
    fill(inks.paper, disc(422, 236, 19)) +
    fill(inks.paper, 'M414 240h16l8 44h-32z') +
    dashes(inks.sky, 'M350 192h144M350 304h144', 4, '0 12')
  return ground(look) + papers + padlock
}

/** Bunting and paper lanterns over the roofs, for a holiday. */
function lanterns(look: Look): string {
  const colours = [inks.blue, inks.clay, inks.plum, inks.sea]
  const flags = Array.from({ length: 12 }, (_, at) => {
    const x = at * 56 - 10
    const y = 46 + 26 * Math.sin(((at + 0.5) / 12) * Math.PI)
    return fill(colours[at % 4] ?? inks.clay, `M${x} ${n(y)}h46l-23 44z`)
  })
  const hung = [90, 214, 338, 462, 560].map((x, at) =>
    lantern(x, 132 + ((at * 43 + look.seed.length * 7) % 64), 36 - (at % 3) * 5, at % 2 ? inks.paper : inks.blush),
  )
  const inkOf = turned(look.tone).ground
  return (
    ground(look) +
    line(inkOf, 'M-10 46q330 56 660 0', 3) +
    flags.join('') +
    hung.join('') +
    faint(0.3, fill(inks.ink, roofs))
  )
}

function shopFront(x: number, y: number, width: number, height: number, wall: string, sign: string): string {
  const awning = Array.from({ length: 5 }, (_, at) =>
    fill(
      at % 2 ? inks.paper : inks.blue,
      `M${n(x + (at * width) / 5)} ${y + height - 112}h${n(width / 5)}v26a${n(width / 10)} 12 0 0 1 ${n(-width / 5)} 0z`,
    ),
  )
  return (
    fill(wall, box(x, y, width, height)) +
    fill(inks.ink, box(x, y - 8, width, 8)) +
    sign +
    fill(inks.cocoa, box(x + 14, y + height - 84, 50, 84)) +
    fill(inks.ink, box(x + 76, y + height - 76, 50, 44)) +
    awning.join('')
  )
}

function lantern(x: number, y: number, r: number, paper: string): string {
  const ribs = `M${n(x)} ${n(y - r)}q${n(-r)} ${n(r)} 0 ${n(2 * r)}M${n(x)} ${n(y - r)}q${n(r)} ${n(r)} 0 ${n(2 * r)}`
  return (
    line(inks.ink, `M${x} ${n(y - r - 44)}v44M${x} ${n(y + r)}v26`, 2.4) +
    fill(paper, disc(x, y, r)) +
    faint(0.4, line(inks.ink, ribs, 2)) +
    fill(inks.ink, box(x - 12, y - r - 5, 24, 9, 2) + box(x - 12, y + r - 4, 24, 9, 2))
  )
}

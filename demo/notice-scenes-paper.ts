import { inks } from './ink.ts'
import { printed } from './motif.ts'
import { dashes, faint, fill, line, rotated, sheet } from './press.ts'
import type { Look } from './scene.ts'
import { ground, impression, places, tick, tillSlip, writing } from './scene.ts'
import { box, disc, perforated, slip, ticket } from './shapes.ts'

const paperTone = { ground: inks.paper, main: inks.blue, accent: inks.clay }

/** Announcements pictured as things of paper. */
export const paperScenes = { card, stamping, photograph, letter, tray, playMoney, slips, postage }

/** A stamp card half filled, the rubber stamp just lifted. */
function card(look: Look): string {
  const body =
    sheet(inks.paper, box(70, 74, 420, 232, 16), 10) +
    line(inks.blue, 'M102 112h120', 9) +
    faint(0.5, writing(look.seed, 102, 134, 80, 1, 14, inks.ink)) +
    places(132, 188, 5, 2, 74, 3 + (look.seed.length % 5), paperTone, look.emblem)
  return ground(look) + rotated(-6, 280, 190, body) + stamper(500, 92, 26)
}

/** A rubber stamp over its fresh mark. */
function stamping(look: Look): string {
  const paper =
    sheet(inks.paper, box(96, 120, 330, 260, 6), 10) + faint(0.45, writing(look.seed, 132, 166, 230, 3, 22, inks.ink))
  return (
    ground(look, 70) +
    rotated(-5, 260, 240, paper) +
    impression(238, 254, 68, inks.blue, look.emblem, -12) +
    stamper(470, 168, 14)
  )
}

/** A telephone held over a slip, its picture well inside the frame. */
function photograph(look: Look): string {
  const phone =
    sheet(inks.ink, box(226, 24, 190, 330, 24), 10) +
    fill(inks.shade, box(236, 44, 170, 264, 6)) +
    tillSlip(look.seed, 276, 66, 92, 196) +
    line(inks.paper, 'M252 86V60h26M390 86V60h-26M252 266v26h26M390 266v26h-26', 5) +
    line(inks.paper, disc(321, 331, 11), 4)
  const slipBelow = rotated(7, 330, 200, tillSlip(`${look.seed} below`, 236, 60, 200, 320))
  return ground(look) + slipBelow + rotated(-4, 320, 190, phone)
}

/** A letter with a postage stamp and a postmark. */
function letter({ seed, tone, emblem }: Look): string {
  const envelope =
    sheet(inks.paper, box(112, 76, 416, 226, 8), 10) +
    dashes(inks.clay, 'M122 90h396M122 288h396', 7, '20 22') +
    writing(seed, 166, 190, 170, 3, 24, inks.ink) +
    fill(inks.blush, perforated(416, 106, 88, 100, 3)) +
    printed(emblem, { ground: inks.blush, main: inks.ink, accent: inks.blue }, 430, 126, 60)
  const postmark =
    impression(384, 170, 44, inks.ink, [], 8) +
    faint(0.7, line(inks.ink, 'M296 158q10-8 20 0t20 0M294 174q10-8 20 0t20 0M296 190q10-8 20 0t20 0', 3))
  return ground({ seed, tone, emblem }) + rotated(-4, 320, 180, envelope + postmark)
}

/** A tray of slips, one being read. */
function tray(look: Look): string {
  const pile = [0, 1, 2, 3].map((at) =>
    rotated(at * 5 - 9, 220, 240, tillSlip(`${look.seed} ${at}`, 140 + at * 4, 40 + at * 6, 150, 250)),
  )
  const lens =
    line(inks.ink, 'M506 262l54 62', 20) + fill(inks.sky, disc(454, 200, 80)) + line(inks.ink, disc(454, 200, 80), 13)
  const seen = faint(0.7, writing(look.seed, 404, 168, 100, 4, 19, inks.ink)) + line(inks.clay, 'M404 246h60', 6)
  return ground(look, 60) + pile.join('') + lens + seen
}

/** Play money: notes of dotted outline beside a real ticket. */
function playMoney(look: Look): string {
  const note = (x: number, y: number, turn: number) =>
    rotated(
      turn,
      x + 130,
      y + 65,
      sheet(inks.paper, box(x, y, 260, 130, 10), 8) +
        dashes(inks.blue, box(x + 12, y + 12, 236, 106, 6), 3, '9 8') +
        dashes(inks.blue, disc(x + 130, y + 65, 34), 3, '6 7') +
        line(inks.blue, `M${x + 34} ${y + 65}h36M${x + 190} ${y + 65}h36`, 5),
    )
  const entry =
    sheet(inks.clay, ticket(338, 178, 230, 120, 14), 8) +
    fill(inks.paper, 'M453 206l10 22 24 3-18 17 5 24-21-12-21 12 5-24-18-17 24-3z')
  return ground(look) + note(92, 56, -9) + note(130, 118, 3) + rotated(7, 450, 238, entry)
}

/** Three slips of one purchase: one faded, one stamped, one torn through. */
function slips(look: Look): string {
  const faded = rotated(
    -9,
    150,
    190,
    sheet(inks.paper, slip(80, 62, 140, 230, 14)) + faint(0.14, writing(look.seed, 100, 100, 96, 8, 20, inks.ink)),
  )
  const good =
    rotated(2, 320, 180, tillSlip(look.seed, 238, 26, 164, 290)) + impression(352, 196, 56, inks.blue, tick, -12)
  const torn =
    sheet(inks.shade, 'M438 74h146v96l-22-10-18 14-26-12-22 12-24-14-34 12z') +
    rotated(
      6,
      510,
      260,
      sheet(
        inks.paper,
        'M436 206l34-12 24 14 22-12 26 12 18-14 22 10v100l-12 8-12-8-12 8-12-8-12 8-12-8-12 8-12-8-12 8-12-8-12 8-12-8z',
      ),
    ) +
    faint(0.5, writing(look.seed, 460, 100, 100, 3, 20, inks.ink) + writing(look.seed, 458, 236, 96, 3, 20, inks.ink))
  return ground(look, 50) + faded + torn + good
}

/** Three postage stamps with one emblem in different inks, postmarked. */
function postage(look: Look): string {
  const stamp = (x: number, y: number, size: number, turn: number, paper: string, ink: string) =>
    rotated(
      turn,
      x + size / 2,
      y + size / 2,
      sheet(inks.paper, perforated(x, y, size, size * 1.16, 5), 8) +
        fill(paper, box(x + 16, y + 16, size - 32, size * 1.16 - 32)) +
        printed(
          look.emblem,
          { ground: paper, main: ink, accent: inks.clay },
          x + size * 0.21,
          y + size * 0.27,
          size * 0.58,
        ),
    )
  return (
    ground(look) +
    stamp(60, 106, 150, -9, inks.sand, inks.cocoa) +
    stamp(430, 96, 150, 8, inks.sky, inks.blue) +
    stamp(208, 46, 222, -1, inks.blush, inks.plum) +
    impression(420, 272, 58, look.tone.main, [], 10) +
    faint(0.8, line(look.tone.main, 'M486 262q16-12 32 0t32 0 32 0M486 282q16-12 32 0t32 0 32 0', 4))
  )
}

/** A rubber stamp with its handle, standing at a slant. */
function stamper(x: number, y: number, turn: number): string {
  const body =
    fill(inks.ink, box(x - 62, y + 108, 124, 20, 5)) +
    fill(inks.cocoa, `M${x - 54} ${y + 108}q2-26 34-30q8-26 2-50h36q-6 24 2 50q32 4 34 30z`) +
    fill(inks.cocoa, disc(x, y + 8, 34)) +
    line(inks.kraft, `M${x - 18} ${y}q4-14 18-16`, 5) +
    fill(inks.clay, box(x - 58, y + 126, 116, 8, 3))
  return rotated(turn, x, y + 70, body)
}

import type { Mark } from './motif.ts'
import { box, disc } from './shapes.ts'

/** What the town does for people: health, clothes, sport, repairs, rides. */
export const townMotifs = {
  mortar: [
    ['accent', 'M27 19 38 4', 5.5],
    ['main', 'M3 20h42v3q-1 13-10 17l3 5H10l3-5Q4 36 3 23z'],
    ['ground', 'M24 25v10M19 30h10', 3],
  ],
  tooth: [
    [
      'main',
      'M22 11q-7-5-12-2-8 4-5 15 1 5 3 9 1 12 5 12t5-9q1-6 5-6t5 6q1 9 5 9t5-12q2-4 3-9 1-7-1-10-6 3-9-4-4-1-9 1z',
    ],
    ['ground', 'M10 19q1-4 5-4', 2.2],
    ['accent', 'M39 1l2.3 5.7L47 9l-5.7 2.3L39 17l-2.3-5.7L31 9l5.7-2.3z'],
  ],
  glasses: [
    ['accent', disc(12.5, 27, 8) + disc(35.5, 27, 8)],
    ['main', disc(12.5, 27, 10) + disc(35.5, 27, 10), 3.2],
    ['main', 'M22 25q2-3 4 0M3 23 8 11M45 23l-5-12', 3.2],
    ['ground', 'M8 27q0-4 4-5M31 27q0-4 4-5', 2],
  ],
  heart: [
    ['main', 'M24 44Q2 28 4 15q2-10 11-10 6 0 9 6 3-6 9-6 9 0 11 10 2 13-20 29z'],
    ['ground', 'M9 23h9l3-7 6 14 3-7h9', 2.6],
    ['accent', disc(39, 23, 2.6)],
  ],
  teapot: [
    ['accent', `${disc(23, 6, 3)}M15 14q0-5 8-5t8 5z`],
    ['main', 'M11 22q-8-2-9 6t9 9', 3],
    ['main', 'M34 22q5-1 6-9l7 1q-1 12-11 18z'],
    ['main', 'M9 28q0-13 14-13t14 13q0 13-8 16H17q-8-3-8-16z'],
    ['ground', 'M16 36q0-12 14-13 1 13-14 13zM13 40l5-6'],
  ],
  drop: [
    ['main', 'M22 4q15 17 15 26a15 15 0 0 1-30 0Q7 21 22 4z'],
    ['ground', 'M14 31q0 7 7 8', 2.6],
    ['accent', disc(38, 11, 5) + disc(44, 21, 2.6) + disc(32, 4, 2)],
  ],
  jasmine: [
    ['main', disc(24, 11.5, 9) + disc(36, 20, 9) + disc(31.5, 34, 9) + disc(16.5, 34, 9) + disc(12, 20, 9)],
    ['ground', 'M24 24V8M24 24l15-5M24 24l9 13M24 24l-9 13M24 24 9 19', 1.6],
    ['accent', disc(24, 24, 6.5)],
  ],
  shuttle: [
    ['main', 'M16 35 5 8q5-5 9-2 4-5 10-4 6-1 10 4 4-3 9 2L32 35z'],
    ['ground', 'M21 34 16 7M27 34l5-27M24 34V5M11 20h26', 1.8],
    ['accent', 'M15 36h18v2a9 9 0 0 1-18 0z'],
  ],
  shoe: [
    ['main', 'M3 15q7 4 13-3 2-2 4 0l10 11q4 4 11 5 5 1 5 8v1H3z'],
    ['accent', box(2, 38, 44, 6, 3)],
    ['ground', 'M17 21l5-4M22 26l5-4M27 31l5-4', 2.2],
  ],
  scissors: [
    ['main', 'M13 3 29 32M35 3 19 32', 4.2],
    ['accent', disc(14, 38, 6) + disc(34, 38, 6), 3.6],
    ['ground', disc(24, 23, 1.7)],
  ],
  bicycle: [
    ['main', disc(11, 32, 9.5) + disc(37, 32, 9.5), 2.6],
    ['accent', 'M11 32 18 17h15L24 32H11M16 12l8 20M33 17l4 15M33 17l-2-6h6M13 12h6', 2.6],
  ],
  trail: [
    ['accent', disc(37, 11, 6)],
    ['main', 'M1 38 18 10l9 15 5-7 15 20z'],
    ['ground', 'M18 10l6 10-4-2-3 4-2-4-3 2z'],
    ['accent', 'M3 44q5-4 10.5 0t10.5 0 10.5 0 10.5 0', 2.4],
  ],
  shirt: [
    ['main', 'M16 5q8 6 16 0l14 8-5 11-6-3v21q0 2-2 2H15q-2 0-2-2V21l-6 3-5-11z'],
    ['accent', box(26, 19, 7, 8, 1.5)],
    ['ground', 'M17 36h14', 2],
  ],
  washer: [
    ['main', box(5, 2, 38, 44, 5)],
    ['ground', disc(24, 28, 13)],
    ['accent', 'M13 29q5.5-5 11 0t11 0a11 11 0 0 1-22 0z'],
    ['ground', disc(12, 9, 2.2) + box(20, 7.5, 16, 3, 1.5)],
  ],
  barber: [
    ['main', 'M12 12q0-9 12-9t12 9zM11 37h26v5q0 3-3 3H14q-3 0-3-3z'],
    ['main', box(14, 12, 20, 25)],
    ['ground', box(16, 14, 16, 21)],
    ['accent', 'M16 24v-5l16-5v5zM16 34v-5l16-5v5z'],
    ['main', 'M16 35l16-6v6z'],
  ],
  helmet: [
    ['main', 'M4 33Q2 6 25 6q19 0 20 22H29q-5 0-5 5v8H10q-5 0-6-8z'],
    ['accent', 'M29 15q12 1 14 11H30q-4 0-4-4v-4q0-3 3-3z'],
    ['ground', 'M10 22q2-8 10-10', 2.4],
  ],
  phone: [
    ['main', box(11, 2, 26, 44, 5)],
    ['ground', box(14.5, 7, 19, 31, 1.5)],
    ['accent', 'M27 9 17 24h6l-3 12 11-16h-6z'],
    ['ground', 'M21 42h6', 2.2],
  ],
  bus: [
    ['main', box(3, 7, 42, 31, 6)],
    ['ground', box(8, 13, 14, 10, 2) + box(26, 13, 14, 10, 2)],
    ['accent', box(3, 27, 42, 4)],
    ['main', disc(13, 38, 6) + disc(35, 38, 6)],
    ['ground', disc(13, 38, 2.3) + disc(35, 38, 2.3)],
  ],
  parcel: [
    ['accent', 'M3 15 10 5h28l7 10z'],
    ['main', 'M3 17h42v25q0 3-3 3H6q-3 0-3-3z'],
    ['ground', 'M24 5v10', 2],
    ['ground', 'M19 17h10v10l-5-3-5 3z'],
    ['ground', 'M9 38h9', 2.4],
  ],
  camera: [
    ['accent', box(15, 4, 18, 10, 2.5)],
    ['main', box(2, 11, 44, 32, 5)],
    ['ground', disc(24, 27, 12)],
    ['accent', disc(24, 27, 8)],
    ['ground', 'M20 26q1-3 4-3', 2],
    ['ground', disc(39.5, 17.5, 2)],
  ],
} as const satisfies Record<string, readonly Mark[]>

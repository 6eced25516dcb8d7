import type { Mark } from './motif.ts'
import { box, disc } from './shapes.ts'

/** What stands on a shelf: groceries, books, stationery, prints. */
export const goodsMotifs = {
  basket: [
    ['main', 'M13 20Q13 4 24 4t11 16', 3],
    ['main', 'M6 21h36l-4 21q0 3-3 3H13q-3 0-3-3z'],
    ['accent', box(3, 18, 42, 6, 2.5)],
    ['ground', 'M16 29l1.5 10M24 29v10M32 29l-1.5 10', 2.4],
  ],
  carrot: [
    ['main', 'M24 18Q10 14 12 2q9 2 12 9 3-7 12-9 2 12-12 16z'],
    ['accent', 'M24 47Q10 31 13 22q3-6 11-6t11 6q3 9-11 25z'],
    ['ground', 'M16 25h7M32 30h-6M20 35h4', 2],
  ],
  jar: [
    ['accent', box(12, 4, 24, 7, 2.5)],
    ['main', 'M13 13h22q5 3 5 9v18q0 5-5 5H13q-5 0-5-5V22q0-6 5-9z'],
    ['ground', box(13, 22, 22, 15, 1.5)],
    ['accent', 'M24 34q-8-6-4-10 3-1 4 2 1-3 4-2 4 4-4 10z'],
  ],
  mango: [
    ['accent', 'M27 12q2-10 16-10-1 11-16 10z'],
    ['main', 'M27 10q15 3 15 18 0 17-17 17Q5 45 6 28 7 13 27 10z'],
    ['ground', 'M12 30q0-10 9-13', 2.4],
  ],
  loaf: [
    ['main', 'M9 23Q3 20 5 14q3-7 12-7h14q9 0 12 7 2 6-4 9v18q0 3-3 3H12q-3 0-3-3z'],
    ['ground', 'M15 17l5 5M23 15l5 5M31 14l5 5', 2.4],
    ['accent', 'M24 41V29M24 34q-5 0-5-5M24 34q5 0 5-5M24 39q-5 0-5-5M24 39q5 0 5-5', 2],
  ],
  milk: [
    ['accent', box(17, 2, 14, 6, 2)],
    ['main', 'M18 9h12v6q7 5 7 12v15q0 4-4 4H15q-4 0-4-4V27q0-7 7-12z'],
    ['ground', box(11, 26, 26, 13)],
    ['accent', 'M24 28q4 4 4 6.5a4 4 0 0 1-8 0Q20 32 24 28z'],
  ],
  openBook: [
    ['main', 'M24 12Q14 4 2 8v31q12-4 22 4 10-8 22-4V8Q34 4 24 12z'],
    ['ground', 'M24 13v28', 2],
    ['ground', 'M8 17q5-1 10 2M8 24q5-1 10 2M8 31q5-1 10 2', 2],
    ['accent', 'M31 5h7v19l-3.5-3.5L31 24z'],
  ],
  lamp: [
    ['accent', 'M24 1q11 11 0 20-11-9 0-20z'],
    ['main', 'M18 22h12v4q9 1 9 8 0 6-9 8l3 4H15l3-4q-9-2-9-8 0-7 9-8z'],
    ['ground', 'M16 34h16', 2.2],
  ],
  nib: [
    ['accent', box(14, 2, 20, 6, 2)],
    ['main', 'M16 10h16q2 9 6 15L24 47 10 25q4-6 6-15z'],
    ['ground', 'M24 46V27', 2],
    ['ground', disc(24, 24, 3.2)],
  ],
  pencil: [
    ['main', 'M7 32 31 8l9 9-24 24z'],
    ['accent', 'M33 6l2-2q3-3 6 0l3 3q3 3 0 6l-2 2z'],
    ['main', 'M6 35l7 7-10 3z'],
    ['ground', 'M13 33 32 14', 2],
  ],
  dividers: [
    ['accent', 'M9 34q15 11 30 0', 2.6],
    ['main', 'M22 10 12 44M26 10l10 34', 4.2],
    ['main', box(22, 1, 4, 6, 1.5) + disc(24, 10, 5)],
    ['ground', disc(24, 10, 1.8)],
  ],
  bookStack: [
    ['main', box(4, 35, 40, 9, 2)],
    ['accent', box(9, 25, 34, 8.5, 2)],
    ['main', box(6, 15, 32, 8.5, 2)],
    ['accent', 'M12 12 34 4l2 5-22 6z'],
    ['ground', 'M10 35v9M38 25v8.5M12 15v8.5M28 15v8.5', 2],
  ],
  copies: [
    ['accent', box(17, 3, 26, 33, 2)],
    ['ground', box(5, 9, 30, 38, 3)],
    ['main', box(7, 11, 26, 34, 2)],
    ['ground', 'M13 20h14M13 27h14M13 34h8', 2.4],
  ],
  spiral: [
    ['main', box(11, 4, 32, 40, 3)],
    ['ground', box(20, 12, 17, 10, 1)],
    ['ground', disc(15, 11, 2) + disc(15, 19.5, 2) + disc(15, 28, 2) + disc(15, 36.5, 2)],
    ['accent', 'M15 11H7M15 19.5H7M15 28H7M15 36.5H7', 2.8],
    ['accent', 'M24 17h9', 2],
  ],
  roller: [
    ['main', 'M41 14h4v11H24v6', 2.8],
    ['accent', box(4, 7, 37, 14, 3)],
    ['main', box(19.5, 29, 9, 17, 3.5)],
    ['ground', 'M10 12h14', 2.2],
  ],
  cap: [
    ['main', 'M11 26v10q13 9 26 0V26l-13 6z'],
    ['main', 'M24 8 47 19 24 30 1 19z'],
    ['ground', 'M24 19q9 1 17 3', 1.8],
    ['accent', 'M41 22v14', 2.6],
    ['accent', disc(41, 39, 3.6)],
  ],
  printer: [
    ['accent', box(13, 3, 22, 14, 1.5)],
    ['main', box(3, 16, 42, 21, 4)],
    ['ground', box(10, 27, 28, 19, 2)],
    ['accent', box(13, 27, 22, 17, 1)],
    ['ground', 'M18 33h12M18 38h7', 2],
    ['ground', disc(39, 21.5, 1.8)],
  ],
} as const satisfies Record<string, readonly Mark[]>

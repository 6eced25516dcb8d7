import type { Rectangle } from './boxes.ts'

const QUARTER = Math.PI / 2
/** How much longer than high a box must be to show in which direction its print runs. */
const LONG = 1.5

/** Boxes whose print runs down the page are turned to be read downwards; a box across the others holds a sign or two. */
export function levelled(boxes: Rectangle[]): Rectangle[] {
  const isSideways = lengthOf(boxes.filter((box) => !isLevel(box))) > lengthOf(boxes.filter(isLevel))
  return boxes.map((box) => {
    const along = isLevel(box) === isSideways ? turnedAcross(box) : box
    return isSideways && along.radians < 0 ? upsideDown(along) : along
  })
}

/** The same box read from its other end. */
export function upsideDown(box: Rectangle): Rectangle {
  return { ...box, radians: box.radians + Math.PI }
}

function isLevel({ radians }: Rectangle): boolean {
  return Math.abs(radians) <= QUARTER / 2
}

function lengthOf(boxes: Rectangle[]): number {
  return boxes.reduce((sum, { length, height }) => sum + Math.max(0, length / height - LONG), 0)
}

function turnedAcross(box: Rectangle): Rectangle {
  const radians = box.radians > 0 ? box.radians - QUARTER : box.radians + QUARTER
  return { ...box, length: box.height, height: box.length, radians }
}

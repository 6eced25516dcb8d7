/** `declared` is the size that a decompression bomb claims; with `shared` all tiles use the same bytes. */
type Shape = {
  rows: number
  columns: number
  quarterTurns: number
  declared?: { width: number; height: number }
  shared?: boolean
}

/**
 * A HEIC file as phones write them, made from a sample whose picture is a single tile. The tile is repeated `rows` by `columns` times, and
 * the file says that the picture is to be rotated counter-clockwise.
 */
export function tiledHeic(sample: Buffer, shape: Shape): Buffer {
  const tile = { data: boxIn(sample, 'mdat').subarray(8), coding: boxIn(sample, 'hvcC'), size: boxIn(sample, 'ispe') }
  const tiles = Array.from({ length: shape.rows * shape.columns }, (_, index) => index + 2)
  const start = box('ftyp', 'heic', u32(0), 'mif1heic')
  const properties = [tile.coding, tile.size, gridSize(tile.size, shape), box('irot', Buffer.of(shape.quarterTurns))]
  const meta = box(
    'meta',
    u32(0),
    box('hdlr', u32(0), u32(0), 'pict', Buffer.alloc(13)),
    box('pitm', u32(0), u16(1)),
    box(
      'iloc',
      u32(1 << 24),
      u16(0x4400),
      u16(tiles.length + 1),
      gridPlace(),
      ...tiles.map(tilePlace(tile.data, start, shape)),
    ),
    box('iinf', u32(0), u16(tiles.length + 1), item(1, 'grid'), ...tiles.map((id) => item(id, 'hvc1'))),
    box('iref', u32(0), box('dimg', u16(1), u16(tiles.length), ...tiles.map(u16))),
    box('iprp', box('ipco', ...properties), uses(tiles)),
    box('idat', Buffer.of(0, 1, shape.rows - 1, shape.columns - 1), properties[2]?.subarray(12) ?? ''),
  )
  const data = shape.shared ? [tile.data] : tiles.map(() => tile.data)
  return Buffer.concat([start, box('mdat', ...data), meta])
}

function gridSize(tileSize: Buffer, { rows, columns, declared }: Shape): Buffer {
  const { width, height } = declared ?? {
    width: tileSize.readUInt32BE(12) * columns,
    height: tileSize.readUInt32BE(16) * rows,
  }
  return box('ispe', u32(0), u32(width), u32(height))
}

function gridPlace(): Buffer {
  return Buffer.concat([u16(1), u16(1), u16(0), u16(1), u32(0), u32(12)])
}

function tilePlace(data: Buffer, start: Buffer, { shared }: Shape) {
  const placeOf = (id: number) => start.length + 8 + (shared ? 0 : (id - 2) * data.length)
  return (id: number) => Buffer.concat([u16(id), u16(0), u16(0), u16(1), u32(placeOf(id)), u32(data.length)])
}

function item(id: number, type: string): Buffer {
  return box('infe', u32(2 << 24), u16(id), u16(0), type, Buffer.of(0))
}

function uses(tiles: number[]): Buffer {
  const ofTiles = tiles.map((id) => Buffer.concat([u16(id), Buffer.of(2, 0x81, 2)]))
  return box('ipma', u32(0), u32(tiles.length + 1), u16(1), Buffer.of(2, 3, 0x84), ...ofTiles)
}

function boxIn(file: Buffer, type: string): Buffer {
  const start = file.indexOf(type, 0, 'latin1') - 4
  return file.subarray(start, start + file.readUInt32BE(start))
}

/** A box of the file format. */
export function box(type: string, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([u32(content.length + 8), Buffer.from(type), content])
}

export function u16(value: number): Buffer {
  return Buffer.of(value >> 8, value & 255)
}

export function u32(value: number): Buffer {
  return Buffer.concat([u16(value >>> 16), u16(value & 65_535)])
}

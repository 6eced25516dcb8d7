import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import open, { type TessBaseAPI } from 'tesseract.js-core/tesseract-core-simd-lstm.js'
import { type Corners, deskew, type Transform } from '../deskew.ts'
import type { PageImage } from '../grayscale.ts'
import { type Box, type Row, toRow } from '../page.ts'

const LANGUAGE = { name: 'eng', file: '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz' }
const NEURAL = 1
const UPRIGHT = 1
const ONE_COLUMN = '6'
const ONE_LINE = '7'
const DPI = '150'

/** How to binarise a page: with one threshold for all of it, or with a local one. */
type Threshold = 'otsu' | 'sauvola'
const THRESHOLDS: Record<Threshold, string> = { otsu: '0', sauvola: '2' }

/** A row, and its place on the deskewed page as fractions of that. */
export type PlacedRow = { row: Row; part: Corners }

/** The number of rows of a page, their skew, and their height in pixels; 0 if there are none. */
type PageLayout = { rows: number; radians: number; rowHeight: number }

type Bounds = { bbox: Corners }
type Line = Bounds & { rowAttributes: { rowHeight: number }; words: (Bounds & { text: string; confidence: number })[] }
type Layout = { blocks: { paragraphs: { lines: Line[] }[] | null }[] | null }

/** Opens Tesseract with its English model, for use in a thread: its functions block. */
export async function openTesseract(code: WebAssembly.Module) {
  const core = await open({
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm(imports, use) {
      void WebAssembly.instantiate(code, imports).then(use)
      return {}
    },
  })
  const model = createRequire(import.meta.url).resolve(LANGUAGE.file)
  core.FS.writeFile(`${LANGUAGE.name}.traineddata`, gunzipSync(readFileSync(model)))
  const api = new core.TessBaseAPI()
  if (api.Init(null, LANGUAGE.name, NEURAL) !== 0) throw new Error('Tesseract does not start')
  api.SetVariable('user_defined_dpi', DPI)
  // Otherwise each row that is hard to read is recognised once more as white text on black.
  api.SetVariable('tessedit_do_invert', '0')
  const setImage = ({ data, width, height }: PageImage, threshold: Threshold, segmentation = ONE_COLUMN) => {
    api.SetVariable('tessedit_pageseg_mode', segmentation)
    api.SetVariable('thresholding_method', THRESHOLDS[threshold])
    core.FS.writeFile('/input', Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]))
    if (api.SetImageFile(UPRIGHT, 0) !== 0) throw new Error('Tesseract rejects the picture')
  }
  return {
    analyseLayout(page: PageImage, threshold: Threshold): PageLayout {
      setImage(page, threshold)
      api.AnalyseLayout()
      const heights = getLines(api).map((line) => line.rowAttributes.rowHeight)
      const median = heights.toSorted((one, other) => one - other)[heights.length >> 1]
      return { rows: heights.length, radians: Math.atan(api.GetGradient()), rowHeight: median ?? 0 }
    },
    recognise(picture: PageImage, transform: Transform, threshold: Threshold): PlacedRow[] {
      const { page, placeOf } = deskew(picture, transform)
      setImage(page, threshold)
      api.Recognize(null)
      return getLines(api).map(({ words, bbox }) => ({ row: toWords(words, placeOf), part: toFractions(bbox, page) }))
    },
    recogniseRow(picture: PageImage, transform: Transform, threshold: Threshold, part: Corners): Row {
      const { page, placeOf } = deskew(picture, transform, part)
      setImage(page, threshold, ONE_LINE)
      api.Recognize(null)
      const words = getLines(api).flatMap((line) => line.words)
      return toWords(words, placeOf)
    },
  }
}

function toWords(words: Line['words'], placeOf: (corners: Corners) => Box): Row {
  return toRow(
    words.map(({ text, confidence, bbox }) => ({ text, confidence: Math.round(confidence) / 100, box: placeOf(bbox) })),
  )
}

function toFractions({ x0, y0, x1, y1 }: Corners, { width, height }: PageImage): Corners {
  return { x0: x0 / width, y0: y0 / height, x1: x1 / width, y1: y1 / height }
}

function getLines(api: TessBaseAPI): Line[] {
  // A picture too small to hold a letter has no layout at all.
  const { blocks }: Layout = JSON.parse(api.GetJSONText() || '{"blocks":null}')
  return (blocks ?? []).flatMap(({ paragraphs }) => paragraphs ?? []).flatMap(({ lines }) => lines)
}

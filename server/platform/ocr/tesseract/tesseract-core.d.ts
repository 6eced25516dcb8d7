declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  export type TessBaseAPI = {
    Init(path: null, language: string, engine: number): number
    SetVariable(name: string, value: string): boolean
    SetImageFile(exifOrientation: number, radians: number): number
    AnalyseLayout(): unknown
    Recognize(monitor: null): number
    GetGradient(): number
    GetJSONText(): string
  }
  export type Core = { FS: { writeFile(path: string, data: Uint8Array): void }; TessBaseAPI: new () => TessBaseAPI }

  type Options = {
    print(line: string): void
    printErr(line: string): void
    instantiateWasm(imports: WebAssembly.Imports, use: (instance: WebAssembly.Instance) => void): object
  }

  export default function open(options: Options): Promise<Core>
}

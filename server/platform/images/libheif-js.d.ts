declare module 'libheif-js/wasm-bundle.js' {
  type Target = { width: number; height: number; data: Uint8ClampedArray }

  export type HeifImage = {
    is_primary(): boolean
    get_width(): number
    get_height(): number
    display(target: Target, done: (shown: Target | null) => void): void
  }

  const libheif: { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } }
  export default libheif
}

declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  type Module = object
  type Instance = object
  type Imports = object
  function compile(code: Uint8Array): Promise<Module>
  function instantiate(code: Module, imports: Imports): Promise<Instance>
}

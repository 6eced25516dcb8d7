declare module '@20minutes/s3rver' {
  type Options = { directory: string; address: string; port: number; silent: boolean; vhostBuckets: boolean }

  type Middleware = (context: { path: string; app: object }, next: () => Promise<void>) => Promise<void>

  export default class S3rver {
    constructor(options: Options)
    middleware: Middleware[]
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}

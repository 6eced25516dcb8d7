declare module '@20minutes/s3rver' {
  type Options = { directory: string; address: string; port: number; silent: boolean; vhostBuckets: boolean }

  export default class S3rver {
    constructor(options: Options)
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}

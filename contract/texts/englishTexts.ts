export * from './en.json' with { type: 'json' }
export * from './en.ts'

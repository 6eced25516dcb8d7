export * from './ms.json' with { type: 'json' }
export * from './ms.ts'

export * as texts from './malayTexts.ts'

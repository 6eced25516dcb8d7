import { expect, test } from 'vitest'
import { MessageBatches, query, sync } from './wire.ts'

const flush = Buffer.from('4800000004', 'hex')
const parse = Buffer.from('500000000b00616263000000', 'hex')

test('messages are batched up to each Query, Sync and Flush, however the bytes arrive', () => {
  const all = Buffer.concat([parse, parse, sync, query('SELECT 1'), parse, flush, parse])
  const whole = new MessageBatches().take(all)
  expect(whole).toEqual([Buffer.concat([parse, parse, sync]), query('SELECT 1'), Buffer.concat([parse, flush])])
  const batches = new MessageBatches()
  const byByte = [...all].flatMap((byte) => batches.take(Buffer.of(byte)))
  expect(byByte).toEqual(whole)
})

test('a query message contains the length of its text in bytes', () => {
  expect(query('é').toString('hex')).toBe('5100000007c3a900')
})

import { afterAll, expect, test } from 'vitest'
import { aDesk } from '../../../../tests/support/api/desk.ts'
import { anOcrResult, mockOcr, read } from '../../../../tests/support/api/receipt-ocr.ts'
import { aSubmission } from '../../../../tests/support/api/submissions.ts'
import { testApp } from '../../../../tests/support/server/app.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import { handleOcrJob } from '../../receipt-ocr/receipt-ocr.service.ts'

const servers = { on: await testApp({ READING: 'on', LOG_LEVEL: 'silent' }), off: await testApp({ READING: 'off' }) }
afterAll(() => Promise.all(Object.values(servers).map((server) => server.close())))

test('D-51 the desk shows whether OCR is done, pending, failed or found nothing', async () => {
  const { deps } = servers.on
  const desk = await aDesk(servers.on)
  const [waiting, broken, empty, legible] = [
    await aSubmission(deps),
    await aSubmission(deps),
    await aSubmission(deps),
    await aSubmission(deps),
  ]
  mockOcr(servers.on, new OcrError('time'))
  await handleOcrJob(deps)(broken.id)
  await read(deps, empty.id, anOcrResult())
  await read(deps, legible.id, anOcrResult({ totalSen: 2500 }))
  const stateOf = async ({ id }: { id: number }) => {
    const { reading_state, reading } = (await desk.show(id)).data
    return [reading_state, reading === null]
  }
  expect(await stateOf(waiting)).toEqual(['pending', true])
  expect(await stateOf(broken)).toEqual(['failed', true])
  expect(await stateOf(empty)).toEqual(['illegible', true])
  expect(await stateOf(legible)).toEqual(['read', false])
})

test('D-51 with OCR off no picture is called unread', async () => {
  const desk = await aDesk(servers.off)
  const { id } = await aSubmission(servers.off.deps)
  expect((await desk.show(id)).data).toMatchObject({ reading_state: 'off', reading: null })
})

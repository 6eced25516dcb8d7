import type { TestApp } from '../server/app.ts'
import type { SignedInMember } from './accounts.ts'
import { post, postForm, type Reply } from './calls.ts'
import { createRandomPhoto } from './submissions.ts'

/** Deletes a member's account as the profile page does. */
export function deleteOwnAccount(
  server: Pick<TestApp, 'app'>,
  { headers, password }: Pick<SignedInMember, 'headers' | 'password'>,
  from = '127.0.0.1',
): Promise<Reply> {
  return post(server, '/user/deletion', { password }, { headers, from })
}

/** Uploads a new profile picture as the profile page does. */
export async function saveAvatar(
  server: Pick<TestApp, 'app'>,
  { name, email, headers }: SignedInMember,
): Promise<Reply> {
  const avatar = new File([new Uint8Array(await createRandomPhoto())], 'me.jpg', { type: 'image/jpeg' })
  return postForm(server, '/user/profile', { name, email, avatar }, headers)
}

import type { TestApp } from '../server/app.ts'
import type { SignedMember } from './accounts.ts'
import { post, postForm, type Reply } from './calls.ts'
import { aPhoto } from './submissions.ts'

/** Deletes a member's account as the profile page does. */
export function deleteOwnAccount(
  server: Pick<TestApp, 'app'>,
  { headers, password }: Pick<SignedMember, 'headers' | 'password'>,
  from = '127.0.0.1',
): Promise<Reply> {
  return post(server, '/user/deletion', { password }, { headers, from })
}

/** Uploads a new profile picture as the profile page does. */
export async function saveAvatar(server: Pick<TestApp, 'app'>, { name, email, headers }: SignedMember): Promise<Reply> {
  const avatar = new File([new Uint8Array(await aPhoto())], 'me.jpg', { type: 'image/jpeg' })
  return postForm(server, '/user/profile', { name, email, avatar }, headers)
}
